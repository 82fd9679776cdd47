/** Programs that wait for connections or pipes, and programs that end. */
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { type Clock, systemClock } from '../../../packages/polytty/src/base/clock.js'
import { needsLibc, needsPython } from '../../support/needs.js'
import { newRegistry, see } from '../session/with-registry.js'

const server =
  "require('net').createServer((s)=>{s.write('hi');s.resume()}).listen(0,'127.0.0.1',function(){console.log('on',this.address().port)})"

test('a server says where it listens, until it serves someone', needsLibc(), async () => {
  const session = await newRegistry().create({ program: 'node', args: ['-e', server] })
  await see(session, 'on ')
  const verdict = await session.settled({ orServing: true, timeoutMs: 60_000 })
  const port = /on (\d+)/.exec(session.snapshot().text())![1]
  expect(verdict).toMatchObject({ state: 'busy', command: 'node' })
  expect(verdict.evidence).toContainEqual({ fact: 'listens on', value: `port ${port}` })
  const client = connect(Number(port), '127.0.0.1')
  await new Promise((resolve) => client.once('data', resolve))
  await session.write('x')
  const busy = await session.settled({ orServing: true, timeoutMs: 1500 })
  expect(busy.evidence.map(({ fact }) => fact)).not.toContain('listens on')
  client.destroy()
})

test('a Unix socket too', needsLibc(), async () => {
  const unix = "require('net').createServer().listen('/tmp/polytty-'+process.pid,()=>console.log('up'))"
  const session = await newRegistry().create({ program: 'node', args: ['-e', unix] })
  const { evidence } = await session.settled({ orServing: true, timeoutMs: 60_000 })
  expect(evidence.find(({ fact }) => fact === 'listens on')?.value).toMatch(/^\/tmp\/polytty-\d+$/)
})

test('where the answer is the end of the program, its end is what is reported', needsLibc(), async () => {
  const registry = newRegistry()
  const states = new Set<string>()
  for (let round = 0; round < 10; round++) {
    const script = 'printf "name? "; read x; echo "hello $x"'
    const session = await registry.create({ program: '/bin/sh', args: ['-c', script] })
    await see(session, 'name? ')
    await session.wait({ type: 'idle', ms: 300 })
    await session.write('bob\r')
    states.add((await session.settled({ timeoutMs: 60_000 })).state)
    expect(session.snapshot().text()).toContain('hello bob')
  }
  expect([...states]).toEqual(['exited'])
})

/** Real time, and as much more as the test says. */
function shiftedClock(): Clock & { shiftMs: number } {
  const clock = { ...systemClock, shiftMs: 0, monotonic: () => systemClock.monotonic() + clock.shiftMs }
  return clock
}

test('a pipe whose other end no one else holds', needsPython(), async () => {
  const clock = shiftedClock()
  const code = 'import os; r, w = os.pipe(); print("up", flush=True); os.read(r, 1)'
  const session = await newRegistry({ clock }).create({ program: 'python3', args: ['-c', code] })
  await see(session, 'up')
  expect((await session.settled({ timeoutMs: 300 })).state).toBe('busy')
  clock.shiftMs = 11_000
  expect(session.ready).toMatchObject({ state: 'stuck', command: expect.stringMatching(/^python/) })
})

test('a pipe that another process may still write to', needsLibc(), async () => {
  const clock = shiftedClock()
  const session = await newRegistry({ clock }).create({ program: '/bin/sh', args: ['-c', 'echo up; sleep 100 | cat'] })
  await see(session, 'up')
  expect((await session.settled({ timeoutMs: 300 })).state).toBe('busy')
  clock.shiftMs = 11_000
  expect(session.ready.state).toBe('busy')
})
