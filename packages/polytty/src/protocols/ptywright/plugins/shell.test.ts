/** The built-in `shell` plugin and what a shell prints between looking, typing and running. */
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../../base/clock.js'
import type { Session } from '../../../session/index.js'
import { Transcript } from '../../../session/transcript.js'
import { perform } from '../actions.js'
import { plan, readReturned } from '../adapters/shapes.js'
import { PluginRegistry } from './plugin-registry.js'

const registry = new PluginRegistry(systemClock, false)
const instance = registry.instantiate(registry.get('shell'))
afterAll(() => registry.dispose())

const PROMPT = '\x1b]133;A\x07$ \x1b]133;B\x07'

/** A shell as its transcript shows it. */
class ShellPlugin {
  private readonly transcript = new Transcript(10_000)

  print(...texts: string[]): void {
    for (const text of texts) this.transcript.append(Buffer.from(text))
  }

  /** A command's own output between the marks for it, and the prompt after it. */
  finish(status: number): void {
    this.print('echo\r\n', '\x1b]133;C\x07', `\x1b]133;D;${status}\x07`, PROMPT)
  }

  /** Looks, plans, and types; what the shell prints after the look and before the typing is `meanwhile`. */
  async run(meanwhile = ''): Promise<void> {
    const { value } = await instance.call('run', { command: 'x' }, { context: this.input() })
    const { actions } = readReturned(plan, value, 'shell', 'run')
    this.print(meanwhile)
    const { transcript } = this
    const session = { transcript, write() {}, press() {}, requireRawOutput() {} } as unknown as Session
    for (const action of actions) await perform(session, action, systemClock, new AbortController().signal)
  }

  async over(): Promise<boolean> {
    return (await instance.call('turn_over', this.input())).value !== false
  }

  async status(): Promise<unknown> {
    const { value } = await instance.call('classify', this.input())
    return (value as { metadata?: { exit_status?: number } }).metadata?.exit_status
  }

  private input() {
    const transcript = this.transcript.read()
    const markers = Object.fromEntries(this.transcript.markers)
    const screen = transcript === '' ? '' : '$'
    const texts = { screen, body_text: screen, status_text: '', transcript }
    const marks = { markers, marker_offsets: markers, cursor: this.transcript.end }
    return { ...texts, ...marks, sequence: 1, stable_ms: 500, process_exited: false, params: {} }
  }
}

test('the first prompt comes between looking and typing', async () => {
  const shell = new ShellPlugin()
  await shell.run(PROMPT)
  expect(await shell.over()).toBe(false)
  shell.finish(3)
  expect([await shell.over(), await shell.status()]).toEqual([true, 3])
})

test('the first prompt comes after the typing', async () => {
  const shell = new ShellPlugin()
  await shell.run()
  shell.print(PROMPT)
  expect(await shell.over()).toBe(false)
  shell.finish(3)
  expect([await shell.over(), await shell.status()]).toEqual([true, 3])
})

test.each([
  ['before the next is planned', 0],
  ['between looking and typing', 1],
  ['after the next was typed', 2],
])('a command that no one waited for ends %s', async (_, moment) => {
  const shell = new ShellPlugin()
  shell.print(PROMPT)
  await shell.run()
  const first = `echo\r\n\x1b]133;C\x07\x1b]133;D;0\x07${PROMPT}`
  if (moment === 0) shell.print(first)
  await shell.run(moment === 1 ? first : '')
  if (moment === 2) shell.print(first)
  expect(await shell.over()).toBe(false)
  shell.finish(4)
  expect([await shell.over(), await shell.status()]).toEqual([true, 4])
})

test('several are typed at once: the last one counts', async () => {
  const shell = new ShellPlugin()
  await shell.run()
  await shell.run()
  await shell.run(PROMPT)
  for (const status of [1, 2]) {
    shell.finish(status)
    expect(await shell.over()).toBe(false)
  }
  shell.finish(3)
  expect([await shell.over(), await shell.status()]).toEqual([true, 3])
  await shell.run()
  shell.finish(5)
  expect([await shell.over(), await shell.status()]).toEqual([true, 5])
})
