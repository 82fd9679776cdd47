/**
 * Shell integration as events: prompt marks enriched with the command they are about and how long it took. Which
 * sequences are marks is known to the engine; shell-integration.ts makes shells send them.
 */

import type { TerminalEvent } from '@polytty/terminal'
import type { Clock } from '../base/clock.js'

type PromptMark = Extract<TerminalEvent, { readonly type: 'promptMark' }>

/** A prompt mark of which `command` is known also where the shell did not say it. */
export type ShellMark = PromptMark & {
  /** For `commandFinished`: the time since the command's output started. */
  readonly durationMs: number | null
}

/** What a program reported to its session besides what to show. */
export type SessionEvent =
  | Exclude<TerminalEvent, PromptMark>
  | ShellMark
  /** A client notified the program that the terminal gained or lost the focus. */
  | { readonly type: 'focus'; readonly focused: boolean }

interface TextSource {
  textBetween(fromLine: number, fromCol: number, toLine: number, toCol: number): string
}

/** Where a shell was with its command. */
export interface SavedMarks {
  readonly commandStart: PromptMark | null
  readonly command: string | null
  /** How long the command has been running. */
  readonly runningMs: number | null
}

const MAX_COMMAND_CHARS = 65_536

export class ShellMarks {
  private commandStart: PromptMark | null = null
  private command: string | null = null
  private startedAt: number | null = null

  constructor(
    private readonly screen: TextSource,
    private readonly clock: Clock,
  ) {}

  /** Called while the mark is being handled: the command line is still on the screen. */
  enrich(mark: PromptMark): ShellMark {
    switch (mark.mark) {
      case 'promptStart':
        this.forget()
        return { ...mark, durationMs: null }
      case 'commandStart':
        this.commandStart = mark
        return { ...mark, durationMs: null }
      case 'outputStart':
        this.command = mark.command ?? commandParameter(mark) ?? this.typedCommand(mark)
        this.startedAt = this.clock.monotonic()
        return { ...mark, command: this.command, durationMs: null }
      case 'commandFinished': {
        const durationMs = this.startedAt === null ? null : this.clock.monotonic() - this.startedAt
        const finished = { ...mark, command: mark.command ?? this.command, durationMs }
        this.forget()
        return finished
      }
    }
  }

  save(): SavedMarks {
    const { commandStart, command, startedAt } = this
    const runningMs = startedAt === null ? null : this.clock.monotonic() - startedAt
    return { commandStart: commandStart && { ...commandStart }, command, runningMs }
  }

  restore({ commandStart, command, runningMs }: SavedMarks): void {
    this.commandStart = commandStart
    this.command = command
    this.startedAt = runningMs === null ? null : this.clock.monotonic() - runningMs
  }

  private forget(): void {
    this.commandStart = null
    this.command = null
    this.startedAt = null
  }

  /** What stands on the screen between the end of the prompt and the start of the output. */
  private typedCommand(end: PromptMark): string | null {
    if (!this.commandStart) return null
    const { line, col } = this.commandStart
    return this.screen.textBetween(line, col, end.line, end.col).slice(0, MAX_COMMAND_CHARS).trim()
  }
}

/** kitty's way for a shell to say the command: percent-encoded, as a parameter of the mark. */
function commandParameter(mark: PromptMark): string | null {
  const encoded = mark.params.cmdline_url
  if (encoded === undefined) return null
  try {
    return decodeURIComponent(encoded)
  } catch {
    // Not percent-encoding: the screen knows better.
    return null
  }
}
