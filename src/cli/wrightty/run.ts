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
const PROMPT = /[$#>%❯]\s*$/
/** How long a shell may take to start. */
const STARTUP_MS = 5000
/** Lines of one command's output that are kept. */
const MAX_OUTPUT_LINES = 100_000

export async function runCommand(target: Target, command: string, timeoutS: number): Promise<Finished> {
  const { client, sessionId } = target
  const { cols, rows } = await client.call<{ cols: number; rows: number }>('Terminal.getSize', { sessionId })
  await shellReady(target)
  const { text } = await client.call<{ text: string }>('Screen.getText', { sessionId })
  const watch = new OutputWatch(cols, rows, text.trimEnd().split('\n').at(-1) ?? '')
  const { subscriptionId } = await client.call<{ subscriptionId: string }>('Events.subscribe', {
    sessionId,
    events: ['Session.output', 'Session.exited'],
  })
  const listening = client.onEvent.on((event) => {
    if (event.subscriptionId === subscriptionId) watch.hear(event)
  })
  const deadline = systemClock.after(timeoutS * 1000, () => watch.fail(timedOut(command, timeoutS)))
  try {
    await client.call('Input.sendText', { sessionId, text: `${command}\r` })
    const { output, exitCode } = await watch.finished
    return { output, exitCode: exitCode ?? (await askExitCode(target)) }
  } finally {
    deadline.dispose()
    listening.dispose()
    await client.call('Events.unsubscribe', { subscriptionId }).catch(() => {})
  }
}

/** A shell that has just been started gets the time to show its first prompt. */
async function shellReady({ client, sessionId }: Target): Promise<void> {
  await client.call('Screen.waitForText', { sessionId, pattern: '\\S', isRegex: true, timeout: STARTUP_MS })
  await client.call('Screen.waitForText', { sessionId, pattern: PROMPT.source, isRegex: true, timeout: STARTUP_MS })
}

/** Follows the raw output on a screen of its own, where marks or the returning prompt tell the command's end. */
class OutputWatch {
  private readonly done = deferred<{ readonly output: string; readonly exitCode: number | null }>()
  private readonly terminal: Terminal
  private start: { readonly line: number; readonly col: number } | null = null

  constructor(
    cols: number,
    rows: number,
    private readonly prompt: string,
  ) {
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

  /** The exit code is null where the shell did not tell it. */
  get finished(): Promise<{ readonly output: string; readonly exitCode: number | null }> {
    return this.done.promise
  }

  hear({ event, data }: RpcEvent): void {
    if (event === 'Session.output') {
      this.terminal.write(Buffer.from(String(data.data), 'base64'))
      if (!this.start) this.lookForPrompt()
    }
    if (event === 'Session.exited') {
      const exitCode = typeof data.exitCode === 'number' ? data.exitCode : 1
      this.done.resolve({ output: this.lines().slice(1).join('\n'), exitCode })
    }
  }

  fail(error: CoreError): void {
    this.done.reject(error)
  }

  /** Without marks: the command is done when a prompt stands below its echo. */
  private lookForPrompt(): void {
    const screen = this.terminal.snapshot()
    const last = screen.row(screen.cursor.row).text
    const isPrompt = this.prompt === '' ? PROMPT.test(last) : last === this.prompt
    if (!isPrompt) return
    const lines = this.lines()
    if (lines.length > 1) this.done.resolve({ output: lines.slice(1, -1).join('\n'), exitCode: null })
  }

  /** All that was printed since the command was typed: its echo first, the present prompt last. */
  private lines(): string[] {
    const screen = this.terminal.snapshot()
    const rows = [...this.terminal.history(0, screen.history).map(({ text }) => text), ...screen.text().split('\n')]
    while (rows.length > 0 && rows.at(-1) === '') rows.pop()
    return rows
  }
}

/** Shells that print no marks are asked; what does not answer with a number counts as success. */
async function askExitCode({ client, sessionId }: Target): Promise<number> {
  await client.call('Input.sendText', { sessionId, text: ' echo "exit:$?"\r' })
  const { matches } = await client.call<{ matches: { text: string }[] }>('Screen.waitForText', {
    sessionId,
    pattern: '^exit:\\d+$',
    isRegex: true,
    timeout: 1000,
  })
  return Number(matches.at(-1)?.text.slice('exit:'.length) ?? 0)
}

function timedOut(command: string, timeoutS: number): CoreError {
  return new CoreError('wait-timeout', `${command} did not finish within ${timeoutS} s`, {
    hint: 'Give it longer with --timeout.',
  })
}
