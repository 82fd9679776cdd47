/** A shell under test: commands run to their end, with what they printed and how they ended, by the marks of the shell. */
import { type Ran, runCommand } from 'polytty/sessions'
import { failureText, TerminalError } from './failure.js'
import type { TestedTerminal } from './tested-terminal.js'

export interface CommandResult {
  readonly output: string
  /** Null where the shell does not say. */
  readonly exitCode: number | null
}

export class Shell {
  constructor(private readonly tested: TestedTerminal) {}

  /** Runs a command to its end. One that waits for input, or takes longer, is an error with the screen. */
  async run(command: string, { timeoutMs = 30_000 }: { readonly timeoutMs?: number } = {}): Promise<CommandResult> {
    const { tested } = this
    let ran: Ran | null = null
    await tested.act('run', JSON.stringify(command), async () => {
      ran = await runCommand(tested.session, command, timeoutMs, new AbortController().signal)
    })
    const result = ran as Ran | null
    if (result?.kind === 'finished') return { ...result.command, output: result.command.output.trimEnd() }
    tested.noteFailure()
    throw new TerminalError(failureText(tested, `shell.run(${JSON.stringify(command)})`, [reasonOf(result, timeoutMs)]))
  }
}

function reasonOf(ran: Ran | null, timeoutMs: number): string {
  if (ran?.kind === 'waiting') return 'it waits for input: type it with terminal.type, or redirect it'
  if (ran?.kind === 'unmarked') return 'the shell does not mark its commands: use bash, zsh or fish'
  return `it has not ended within ${timeoutMs} ms`
}
