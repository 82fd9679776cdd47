/**
 * `run`: types a command into the shell of a session, prints what it printed and ends with its exit code. A shell with
 * integration marks where output begins and ends; with any other the prompt's return ends the command.
 */
import { systemClock } from '../../base/clock.js'
import { CoreError } from '../../base/core-error.js'
import { deferred } from '../../base/deferred.js'
import type { RpcEvent } from '../../sdk/rpc-client.js'
import { Terminal } from '../../terminal/index.js'
import type { Target } from './target.js'

interface Finished {
  readonly output: string
  readonly exitCode: number
}

/** What a waiting shell's last row looks like. */
const PROMPT = '[$#>%❯]\\s*$'
/** How long a shell may take to start. */
const STARTUP_MS = 5000
/** Lines of one command's output that are kept. */
const MAX_OUTPUT_LINES = 100_000

export async function runCommand(target: Target, command: string, timeoutS: number): Promise<Finished> {
  const { client, sessionId } = target
  const { cols, rows } = await client.call<{ cols: number; rows: number }>('Terminal.getSize', { sessionId })
  await shellReady(target)
  const before = await client.call<{ text: string }>('Screen.getText', { sessionId })
  const screen = new OutputWatch(cols, rows)
  const { subscriptionId } = await client.call<{ subscriptionId: string }>('Events.subscribe', {
    sessionId,
    events: ['Session.output', 'Session.exited'],
  })
  const listening = client.onEvent.on((event) => {
    if (event.subscriptionId === subscriptionId) screen.hear(event)
  })
  const deadline = systemClock.after(timeoutS * 1000, () => screen.fail(timedOut(command, timeoutS)))
  try {
    await client.call('Input.sendText', { sessionId, text: `${command}\r` })
    return await Promise.race([screen.finished, promptReturns(target, screen, before.text, timeoutS * 1000)])
  } finally {
    deadline.dispose()
    listening.dispose()
    await client.call('Events.unsubscribe', { subscriptionId }).catch(() => {})
  }
}

/** A shell that has just been started gets the time to show its first prompt. */
async function shellReady({ client, sessionId }: Target): Promise<void> {
  await client.call('Screen.waitForText', { sessionId, pattern: '\\S', isRegex: true, timeout: STARTUP_MS })
  await client.call('Screen.waitForText', { sessionId, pattern: PROMPT, isRegex: true, timeout: STARTUP_MS })
}

/** Follows the raw output on a screen of its own, where the shell's marks say what belongs to the command. */
class OutputWatch {
  private readonly done = deferred<Finished>()
  private readonly terminal: Terminal
  private start: { readonly line: number; readonly col: number } | null = null

  constructor(cols: number, rows: number) {
    this.terminal = new Terminal({ cols, rows, scrollback: MAX_OUTPUT_LINES })
    this.done.promise.catch(() => {})
    this.terminal.onEvent((event) => {
      if (event.type !== 'promptMark') return
      if (event.mark === 'outputStart') this.start = { line: event.line, col: event.col }
      if (event.mark === 'commandFinished' && this.start) {
        const output = this.terminal.textBetween(this.start.line, this.start.col, event.line, event.col)
        this.done.resolve({ output, exitCode: event.exitCode ?? 0 })
      }
    })
  }

  get finished(): Promise<Finished> {
    return this.done.promise
  }

  /** True once the shell has marked the beginning of the output. */
  get marked(): boolean {
    return this.start !== null
  }

  hear({ event, data }: RpcEvent): void {
    if (event === 'Session.output') {
      this.terminal.write(Buffer.from(String(data.data), 'base64'))
    }
    if (event === 'Session.exited') {
      const code = typeof data.exitCode === 'number' ? data.exitCode : 1
      this.done.resolve({ output: this.text(), exitCode: code })
    }
  }

  fail(error: CoreError): void {
    this.done.reject(error)
  }

  /** All text since the command was typed, its echo and the new prompt left out. */
  text(): string {
    const rows = this.terminal.snapshot()
    const history = this.terminal.history(0, rows.history).map(({ text }) => text)
    const lines = [...history, ...rows.text().split('\n')]
    while (lines.at(-1) === '') lines.pop()
    return lines.slice(1, -1).join('\n')
  }
}

/** Without marks: the command is done when a prompt stands below it again. */
async function promptReturns(
  { client, sessionId }: Target,
  screen: OutputWatch,
  before: string,
  timeoutMs: number,
): Promise<Finished> {
  const prompt = before.trimEnd().split('\n').at(-1) ?? ''
  const pattern = prompt === '' ? PROMPT : `^${prompt.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`
  const { found } = await client.call<{ found: boolean }>('Screen.waitForText', {
    sessionId,
    pattern,
    isRegex: true,
    timeout: timeoutMs,
  })
  if (!found || screen.marked) return screen.finished
  const output = screen.text()
  return { output, exitCode: await askExitCode({ client, sessionId }, pattern) }
}

/** Shells that print no marks are asked; what does not answer with a number counts as success. */
async function askExitCode({ client, sessionId }: Target, prompt: string): Promise<number> {
  await client.call('Input.sendText', { sessionId, text: ' echo "exit:$?"\r' })
  const { matches } = await client.call<{ matches: { text: string }[] }>('Screen.waitForText', {
    sessionId,
    pattern: '^exit:\\d+$',
    isRegex: true,
    timeout: 1000,
  })
  await client.call('Screen.waitForText', { sessionId, pattern: prompt, isRegex: true, timeout: 1000 })
  return Number(matches.at(-1)?.text.slice('exit:'.length) ?? 0)
}

function timedOut(command: string, timeoutS: number): CoreError {
  return new CoreError('wait-timeout', `${command} did not finish within ${timeoutS} s`, {
    hint: 'Give it longer with --timeout.',
  })
}
