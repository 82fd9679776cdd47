/** The built-in `shell` plugin against real shells. */
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TestAdapter } from './client.js'
import { serve } from './with-server.js'

const shells = [
  ['dash, by its prompt', { program: '/usr/bin/dash' }],
  ['bash, by its integration', { program: '/bin/bash' }],
  ['zsh, by its integration', { program: '/usr/bin/zsh' }],
  ['fish, by its integration', { program: '/usr/bin/fish' }],
  ['bash without any marks', { program: '/bin/bash', args: ['--norc'], env: { PS1: 'test$ ' } }],
] as const

/** A shell that is missing is named, not tested. */
const installed = shells.filter(([name, { program }]) => {
  if (!existsSync(program)) console.warn(`${program} is not installed, so this is not tested: ${name}`)
  return existsSync(program)
})

test.each(installed)('%s', async (name, wanted) => {
  const server = await serve()
  const client = await server.connect()
  // Nobody's own settings.
  const target = {
    ...wanted,
    env: { HOME: server.folder, XDG_CONFIG_HOME: server.folder, ...('env' in wanted && wanted.env) },
  }
  // Typed before there is a prompt: the first one is not the end of the command.
  if (!name.includes('without')) {
    const early = await TestAdapter.start(client, { plugin: 'shell', ...target })
    expect((await early.turn('run', { command: "sh -c 'exit 3'" })).state).toMatchObject({
      metadata: { exit_status: 3 },
    })
    await early.send('run', { command: 'sleep 0.05' })
    expect((await early.turn('run', { command: "sh -c 'exit 4'" })).state).toMatchObject({
      metadata: { exit_status: 4 },
    })
  }
  const shell = await TestAdapter.start(client, { plugin: 'shell', ...target })
  expect((await shell.wait()).state).toMatchObject({ state: 'ready' })

  const ran = await shell.turn('run', { command: 'echo one; echo two' })
  expect(ran).toMatchObject({ state: { state: 'ready', last_intent: 'command_sent' } })
  expect(ran.matched).toMatchObject({ kind: 'lua', plugin: 'shell', predicate: 'turn_over', capture: 'ready' })
  expect(await shell.screen()).toMatch(/^one\ntwo$/m)

  if (!name.includes('without')) {
    const failed = await shell.turn('run', { command: "sh -c 'exit 7'" })
    expect(failed.state).toMatchObject({ state: 'failed', metadata: { exit_status: 7 } })
    expect((await shell.turn('run', { command: 'true' })).state.state).toBe('ready')
  }

  const asked = await shell.turn('run', { command: `sh -c 'printf "Name: "; read name; echo "<$name>"'` })
  expect(asked.state).toMatchObject({ state: 'waiting_for_input', evidence: 'the last line asks: Name:' })
  expect((await shell.turn('send', { text: 'Ada' })).state.state).toBe('ready')
  expect(await shell.screen()).toMatch(/^<Ada>$/m)

  await shell.send('run', { command: 'sleep 1000' })
  await shell.wait({ intent: 'wait_settled_matcher', params: { min_ms: 50 } })
  expect((await shell.state()).state).toBe('running')
  const { state } = await shell.turn('interrupt')
  expect(['ready', 'failed']).toContain(state.state)

  await shell.send('run', { command: 'exit' })
  await shell.wait({ intent: 'wait_exit_matcher' })
  expect(await shell.state()).toMatchObject({ state: 'failed', evidence: 'the shell has ended' })
  expect(await shell.send('run', { command: 'ls' })).toMatchObject({ error: { code: -32002 } })
})
