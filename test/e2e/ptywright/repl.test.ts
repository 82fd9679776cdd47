/** The built-in `repl` plugin against real interpreters. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needsPython, pythonInterpreter } from '../../support/needs.js'
import { TestAdapter } from './client.js'
import { serve } from './with-server.js'

test('python', needsPython(), async () => {
  const client = await (await serve()).connect()
  const repl = await TestAdapter.start(client, { plugin: 'repl', program: pythonInterpreter() })
  expect((await repl.wait()).state).toMatchObject({ state: 'ready', metadata: { language: 'python' } })
  expect((await repl.turn('eval', { code: '6 * 7' })).state.state).toBe('ready')
  expect(await repl.screen()).toMatch(/^42$/m)
  expect((await repl.turn('eval', { code: '1 / 0' })).state).toMatchObject({
    state: 'failed',
    evidence: expect.stringContaining('Traceback'),
  })
  expect((await repl.turn('eval', { code: 'for i in range(3):\n  print("n", i)' })).state.state).toBe('ready')
  expect(await repl.screen()).toMatch(/^n 2$/m)
  expect((await repl.turn('eval', { code: '(1 +' })).state.state).toBe('waiting_for_input')
  expect((await repl.turn('eval', { code: '1)' })).state.state).toBe('ready')
  await repl.send('eval', { code: 'import time; time.sleep(1000)' })
  expect((await repl.turn('interrupt')).state.state).toBe('failed')
  await repl.send('quit')
  await repl.wait({ intent: 'wait_exit_matcher' })
})

test('node', async () => {
  const client = await (await serve()).connect()
  const repl = await TestAdapter.start(client, { plugin: 'repl', program: process.execPath })
  expect((await repl.wait()).state).toMatchObject({ state: 'ready', metadata: { language: 'node' } })
  expect((await repl.turn('eval', { code: '[1, 2].map((n) => n * 21)' })).state.state).toBe('ready')
  expect(await repl.screen()).toMatch(/^\[ 21, 42 \]$/m)
  const failed = await repl.turn('eval', { code: 'throw new Error("oh no")' })
  expect(failed.state).toMatchObject({ state: 'failed', evidence: expect.stringContaining('oh no') })
  expect((await repl.turn('eval', { code: 'function f() {' })).state.state).toBe('waiting_for_input')
  expect((await repl.turn('eval', { code: '}' })).state.state).toBe('ready')
})

/** psql needs a database; what the plugin goes by is its prompts. */
const psqlLike = `prompt='shop=# '
while printf '%s' "$prompt" && read -r line; do
  case $line in
    *\\;) prompt='shop=# '; case $line in *nowhere*) echo 'ERROR:  relation "nowhere" does not exist';; *) echo '(1 row)';; esac;;
    *) prompt='shop-# ';;
  esac
done`

test('prompts of psql', async () => {
  const server = await serve()
  const script = join(server.folder, 'psql-like.sh')
  writeFileSync(script, psqlLike)
  const client = await server.connect()
  const repl = await TestAdapter.start(client, { plugin: 'repl', program: '/bin/sh', args: [script] })
  expect((await repl.wait()).state).toMatchObject({ state: 'ready', metadata: { language: 'psql' } })
  expect((await repl.turn('eval', { code: 'select 1' })).state.state).toBe('waiting_for_input')
  expect((await repl.turn('eval', { code: ';' })).state.state).toBe('ready')
  expect((await repl.turn('eval', { code: 'select * from nowhere;' })).state).toMatchObject({
    state: 'failed',
    evidence: 'ERROR:  relation "nowhere" does not exist',
  })
})
