/** What a session's shell says about its prompts and commands, by the marks it prints. */
import { Emitter } from '../base/emitter.js'
import type { Session } from '../session/index.js'

export interface FinishedCommand {
  readonly exitCode: number | null
  readonly output: string
}

interface Start {
  readonly line: number
  readonly col: number
  /** The line before it, by which it is found that the command has not cleared the screen. */
  readonly above: string
}

const watches = new WeakMap<Session, ShellWatch>()

/** The watch over a session; it sees what is printed from the first time it is asked for. */
export function shellOf(session: Session): ShellWatch {
  let watch = watches.get(session)
  if (!watch) watches.set(session, (watch = new ShellWatch(session)))
  return watch
}

export class ShellWatch {
  readonly onPrompt = new Emitter<void>()
  readonly onStarted = new Emitter<void>()
  readonly onFinished = new Emitter<FinishedCommand>()
  /** It waits for a command. */
  atPrompt = false
  /** It is one that marks its prompts. */
  marks = false
  /** A command was begun and has not ended. */
  isRunning = false
  lastExit: number | null = null
  private start: Start | null = null

  constructor(private readonly session: Session) {
    session.onEvent.on((event) => {
      if (event.type !== 'promptMark') return
      switch (event.mark) {
        case 'commandStart':
          this.atPrompt = event.params.k !== 's'
          this.marks = true
          this.onPrompt.emit()
          break
        case 'outputStart':
          this.begin(event.line, event.col)
          break
        case 'commandFinished':
          this.finish(event)
      }
    })
    session.onExit.on(() => {
      this.atPrompt = false
    })
  }

  private begin(line: number, col: number): void {
    this.atPrompt = false
    this.isRunning = true
    this.start = { line, col, above: this.lineAbove(line) }
    this.onStarted.emit()
  }

  private finish({ exitCode, line, col }: { exitCode: number | null; line: number; col: number }): void {
    if (!this.isRunning) return
    this.isRunning = false
    this.lastExit = exitCode
    this.onFinished.emit({ exitCode, output: this.outputUpTo(line, col) })
  }

  private outputUpTo(line: number, col: number): string {
    const { start, session } = this
    const { terminal } = session
    const oldest = terminal.firstLine - terminal.snapshot().history
    const isCut = start !== null && start.line <= oldest
    const stands = start !== null && start.line <= line && (isCut || this.lineAbove(start.line) === start.above)
    const from = stands ? start : { line: terminal.firstLine, col: 0 }
    return terminal.textBetween(from.line, from.col, line, col)
  }

  private lineAbove(line: number): string {
    return this.session.terminal.textBetween(line - 1, 0, line, 0)
  }
}
