/** What a program has reported of its own accord: where a shell stands by its last mark, progress, calls for attention. */
import type { SessionEvent } from './shell-marks.js'

type Mark = 'prompt' | 'input' | 'output' | 'finished'

const marks = {
  promptStart: 'prompt',
  commandStart: 'input',
  outputStart: 'output',
  commandFinished: 'finished',
} as const

const MAX_ATTENTION_CHARS = 200

const CR = 0x0d
const LF = 0x0a

/** Whether input ends a line. */
export function endsLine(bytes: Uint8Array): boolean {
  return bytes.includes(CR) || bytes.includes(LF)
}

/** What of it another session needs to go on from here. */
export type SavedReport = Pick<
  ReportedState,
  'mark' | 'secondary' | 'entered' | 'lastExitCode' | 'progress' | 'attention'
>

export class ReportedState {
  mark: Mark | null = null
  /** The prompt is one for the rest of a command that was begun. */
  secondary = false
  /** A line was entered since the mark. */
  entered = false
  lastExitCode: number | null = null
  /** The program reports progress (OSC 9;4). */
  progress = false
  /** A bell, or the text of a notification, since something was last typed. */
  attention: string | null = null

  noteEvent(event: SessionEvent): void {
    if (event.type === 'bell') this.attention ??= 'bell'
    if (event.type === 'notification') this.attention = event.body.slice(0, MAX_ATTENTION_CHARS)
    if (event.type === 'progress') this.progress = event.state === 'value' || event.state === 'indeterminate'
    if (event.type !== 'promptMark') return
    this.mark = marks[event.mark]
    this.entered = false
    if (event.mark === 'promptStart') this.secondary = event.params.k === 's'
    if (event.mark !== 'commandFinished') return
    this.lastExitCode = event.exitCode
    // Whatever reported it has ended.
    this.progress = false
  }

  /** `entered`: what was typed ended a line. */
  noteInput(entered: boolean): void {
    this.attention = null
    this.entered ||= entered
  }

  save(): SavedReport {
    const { mark, secondary, entered, lastExitCode, progress, attention } = this
    return { mark, secondary, entered, lastExitCode, progress, attention }
  }

  restore(saved: SavedReport): void {
    Object.assign(this, saved)
  }
}
