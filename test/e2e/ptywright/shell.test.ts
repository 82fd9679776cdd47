/** The built-in `shell` plugin against real shells. */
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needs } from '../../support/needs.js'
import { TestAdapter } from './client.js'
import { serve } from './with-server.js'

interface Shell {
  readonly program: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const shells: readonly (readonly [name: string, shell: Shell])[] = [
  ['dash, by its prompt', { program: 'dash' }],
  ['bash, by its integration', { program: 'bash' }],
  ['zsh, by its integration', { program: 'zsh' }],
  ['fish, by its integration', { program: 'fish' }],
  ['bash without any marks', { program: 'bash', args: ['--norc'], env: { PS1: 'test$ ' } }],
]

for (const [name, shell] of shells) test(name, needs(shell.program), () => drives(name, shell))

async function drives(name: string, wanted: Shell): Promise<void> {
  const server = await serve()
  const client = await server.connect()
  // No one's own settings.
  const target = {
    ...wanted,
    env: { HOME: server.folder, XDG_CONFIG_HOME: server.folder, ...wanted.env },
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

  // The program says when it has the terminal: an interrupt before that would be the shell's.
  const begun = join(server.folder, 'begun')
  execFileSync('mkfifo', [begun])
  await shell.send('run', { command: `sh -c 'echo > ${begun}; exec sleep 1000'` })
  await readFile(begun)
  await shell.wait({ intent: 'wait_settled_matcher', params: { min_ms: 50 } })
  expect((await shell.state()).state).toBe('running')
  const { state } = await shell.turn('interrupt')
  expect(['ready', 'failed']).toContain(state.state)

  await shell.send('run', { command: 'exit' })
  await shell.wait({ intent: 'wait_exit_matcher' })
  expect(await shell.state()).toMatchObject({ state: 'failed', evidence: 'the shell has ended' })
  await expect(shell.send('run', { command: 'ls' })).rejects.toMatchObject({ code: -32002 })
}
