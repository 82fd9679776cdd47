/**
 * `run`: types a command into the shell of a session, prints what it printed and ends with its exit code. A shell with
 * integration marks where output begins and ends; with any other the prompt's return ends the command.
 */

import type { SessionEvent } from '@polytty/client'
import { Terminal } from '@polytty/terminal'
import { systemClock } from '../../../base/clock.js'
import { CoreError } from '../../../base/core-error.js'
import { deferred } from '../../../base/deferred.js'
import { exitStatus } from '../../../record/index.js'
import type { Target } from './target.js'

interface Finished {
  readonly output: string
  readonly exitCode: number
}

/** What a waiting shell's last row looks like. */
const PROMPT = /[$#>%❯]\s*$/
/** How long a shell may take to report an exit code. */
const EXIT_CODE_MS = 2000
/** How long a shell may take to start. */
const STARTUP_MS = 5000
/** Lines of one command's output that are kept. */
const MAX_OUTPUT_LINES = 1_000_000

export async function runCommand(target: Target, command: string, timeoutS: number): Promise<Finished> {
  const { client, sessionId } = target
  const { cols, rows } = await client.call('Terminal.getSize', { sessionId })
  await shellReady(target, Math.min(STARTUP_MS, timeoutS * 1000))
  const { text } = await client.call('Screen.getText', { sessionId })
  const watch = new OutputWatch(cols, rows, text.trimEnd().split('\n').at(-1) ?? '')
  const events = ['Session.output', 'Session.exited'] as const
  const subscription = await client.subscribe(sessionId, events, (event) => watch.handle(event))
  const deadline = systemClock.after(timeoutS * 1000, () => watch.fail(timedOut(command, timeoutS)))
  const unwatch = client.onClose((reason) => watch.fail(new CoreError('not-found', reason)))
  try {
    await client.call('Input.sendText', { sessionId, text: `${command}\r` })
    const { output, exitCode } = await watch.finished
    return { output, exitCode: exitCode ?? (await askExitCode(target)) }
  } catch (error) {
    // A command that took too long is interrupted, so that the next one starts from a prompt.
    await client.call('Input.sendKeys', { sessionId, keys: ['Ctrl+c'] }).catch(() => {})
    throw error
  } finally {
    unwatch()
    deadline.dispose()
    await subscription.end().catch(() => {})
  }
}

/** A shell that has just been started gets the time to show its first prompt. */
async function shellReady({ client, sessionId }: Target, timeout: number): Promise<void> {
  await client.call('Screen.waitForText', { sessionId, pattern: '\\S', isRegex: true, timeout })
  await client.call('Screen.waitForText', { sessionId, pattern: PROMPT.source, isRegex: true, timeout })
}

/** Follows the raw output on a screen of its own, where marks or the returning prompt show the command's end. */
class OutputWatch {
  private readonly done = deferred<{ readonly output: string; readonly exitCode: number | null }>()
  private readonly terminal: Terminal
  private start: { readonly line: number; readonly col: number; readonly above: string } | null = null

  constructor(
    cols: number,
    rows: number,
    private readonly prompt: string,
  ) {
    this.terminal = new Terminal({ cols, rows, scrollback: MAX_OUTPUT_LINES })
    this.done.promise.catch(() => {})
    this.terminal.onEvent((event) => {
      if (event.type !== 'promptMark') return
      if (event.mark === 'outputStart')
        this.start = { line: event.line, col: event.col, above: this.lineAbove(event.line) }
      if (event.mark === 'commandFinished' && this.start) {
        const { line, col } = this.startBefore(event.line)
        const output = this.terminal.textBetween(line, col, event.line, event.col)
        this.done.resolve({ output, exitCode: event.exitCode ?? 0 })
      }
    })
  }

  /** The exit code is null where the shell did not report it. */
  get finished(): Promise<{ readonly output: string; readonly exitCode: number | null }> {
    return this.done.promise
  }

  handle({ event, data }: SessionEvent<'Session.output' | 'Session.exited'>): void {
    if (event === 'Session.output') {
      this.terminal.write(Buffer.from(String(data.data), 'base64'))
      if (!this.start) this.lookForPrompt()
    }
    if (event === 'Session.exited') {
      const exitCode = exitStatus({ code: data.exitCode as number | null, signal: data.signal as string | null })
      this.done.resolve({ output: this.lines().slice(1).join('\n'), exitCode })
    }
  }

  fail(error: CoreError): void {
    this.done.reject(error)
  }

  /** Where the output begins: at its mark, or at the top if the line above it went: the command has cleared the screen. */
  private startBefore(end: number): { readonly line: number; readonly col: number } {
    const { start } = this
    const stands = start !== null && start.line <= end && this.lineAbove(start.line) === start.above
    return stands ? start : { line: this.terminal.firstLine, col: 0 }
  }

  private lineAbove(line: number): string {
    return this.terminal.textBetween(line - 1, 0, line, 0)
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

/** Shells that print no marks are asked, in words of this run's own, which nothing else on the screen can be. */
async function askExitCode({ client, sessionId }: Target): Promise<number> {
  const nonce = Math.random().toString(36).slice(2, 10)
  await client.call('Input.sendText', { sessionId, text: ` echo "${nonce}:$?"\r` })
  const { matches } = await client.call('Screen.waitForText', {
    sessionId,
    pattern: `^${nonce}:\\d+$`,
    isRegex: true,
    timeout: EXIT_CODE_MS,
  })
  const match = matches[0]
  if (match) return Number(match.text.slice(nonce.length + 1))
  const hint = 'Use a shell with integration (bash, zsh or fish as the default shell), or send-text and wait-for.'
  throw new CoreError('wait-timeout', 'the command ran, but the program in this session does not report exit codes', {
    hint,
  })
}

function timedOut(command: string, timeoutS: number): CoreError {
  return new CoreError('wait-timeout', `${command} did not finish within ${timeoutS} s`, {
    hint: 'Allow more time with --timeout.',
  })
}
