/** A system that gives no more processes, threads or descriptors: an error with its reason, and nothing else is lost. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { anotherUser, needsAnotherUser, needsLibc } from '../../support/needs.js'
import { newRegistry, see } from './with-registry.js'

const root = join(import.meta.dirname, '../../..')
const unprivileged = { uid: anotherUser, gid: anotherUser }

/** Starts cats until that fails; prints how it failed, and whether the first one still answers. */
const fill = `
import { SessionRegistry } from ${JSON.stringify(join(root, 'packages/polytty/dist/session/index.js'))}
const registry = new SessionRegistry({ maxSessions: 1000 })
const first = await registry.create({ program: '/bin/cat' })
let error = null
for (let i = 0; i < 500 && !error; i++) await registry.create({ program: '/bin/cat' }).catch((e) => { error = e })
await first.write('alive\\n')
const { kind } = await first.wait({ type: 'text', text: 'alive\\nalive' }, { timeoutMs: 60_000 })
console.log(JSON.stringify({ code: error?.code, message: error?.message, kind }))
await registry.dispose({ graceMs: 100 })
const again = await registry.list().length
process.exit(again)
`

function runLimited(limit: string, as: object): { status: number | null; stdout: string; stderr: string } {
  const script = `${limit}; exec "$0" --input-type=module -e "$1"`
  return spawnSync('/bin/sh', ['-c', script, process.execPath, fill], { encoding: 'utf8', cwd: '/', ...as })
}

// Root is above the limit of processes, so someone else has to run into it.
test('no more processes', needsAnotherUser(), () => {
  const { stdout, stderr, status } = runLimited('ulimit -u 60 2>/dev/null || ulimit -p 60', unprivileged)
  const { kind, code, message } = JSON.parse(stdout || `{"kind":${JSON.stringify(stderr)}}`)
  expect({ kind, code, status }).toEqual({ kind: 'matched', code: 'spawn-failed', status: 0 })
  expect(message).toBe('could not start "/bin/cat": the system allows no more processes')
})

test('no more descriptors', needsLibc(), () => {
  const { stdout, stderr, status } = runLimited('ulimit -n 120', {})
  const { kind, code, message } = JSON.parse(stdout || `{"kind":${JSON.stringify(stderr)}}`)
  expect({ kind, code, status }).toEqual({ kind: 'matched', code: 'spawn-failed', status: 0 })
  expect(message).toBe('could not start "/bin/cat": this process may open no more files (ulimit -n)')
})

test('threads do not grow with sessions, and descriptors only with those that live', needsLibc(), async () => {
  const threads = () => Number(/Threads:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1])
  const descriptors = () => readdirSync('/proc/self/fd').length
  const registry = newRegistry()
  await registry.create({ program: '/bin/cat' })
  const before = { threads: threads(), descriptors: descriptors() }
  for (let round = 0; round < 10; round++) {
    // They overlap: each round's first outlives the others.
    const sessions = await Promise.all(Array.from({ length: 8 }, () => registry.create({ program: '/bin/cat' })))
    for (const session of sessions.slice(1)) await registry.remove(session, { graceMs: 100 })
  }
  expect(registry.list().length).toBe(11)
  expect(descriptors() - before.descriptors).toBeLessThanOrEqual(10)
  expect(threads()).toBeLessThanOrEqual(before.threads + 1)
  const [last] = registry.list().slice(-1)
  await last.write('hello\n')
  await see(last, 'hello')
})
