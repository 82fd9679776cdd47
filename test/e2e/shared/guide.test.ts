/** docs/dialects.md: the same task in all five dialects, run as it stands there; only paths and the port differ. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Server, startServer } from '../../../packages/polytty/src/server/server.js'
import { needs } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'

const root = join(import.meta.dirname, '../../..')
const guide = readFileSync(join(root, 'docs/dialects.md'), 'utf8')
const task = guide.slice(guide.indexOf('## The same task'), guide.indexOf('## Rules'))
const examples = [...task.matchAll(/\*\*(\w+)\*\*.*?```sh\n(.*?)```/gs)].map(([, dialect, script]) => ({
  dialect,
  script,
}))

let server: Server
beforeAll(async () => {
  server = await startServer({ port: 0, shell: '/bin/sh' })
})
afterAll(() => server.stop())

test('there is one for each', () => {
  expect(examples.map(({ dialect }) => dialect)).toEqual(['wrightty', 'termwright', 'ptywright', 'wsh', 'tuispec'])
})

test.each(examples)('vim through $dialect', needs('bash', 'vim'), async ({ script }) => {
  const folder = newFolder()
  for (const name of ['bin', 'node_modules']) symlinkSync(join(root, name), join(folder, name))
  const run = script!.replaceAll(':9420', `:${server.port}`)
  const child = spawn('bash', ['-euo', 'pipefail', '-c', run], { cwd: folder })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  expect([code, output]).toEqual([0, expect.any(String)])
  expect(existsSync(join(folder, 'notes.txt')) && readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('hello\n')
})
