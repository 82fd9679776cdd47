/** How far long work has come, as a bar on a terminal; nothing where no one looks. */

import { windowSize } from './window-size.js'

/** What a bar is drawn on: stderr, so that stdout stays the answer. */
export interface BarStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

const WIDEST = 40
const EIGHTHS = ' ▏▎▍▌▋▊▉'

export class ProgressBar {
  private shown = ''

  constructor(
    private readonly label: string,
    private readonly stream: BarStream,
  ) {}

  /** `fraction` is 0 to 1. Draws only what differs from the last drawing. */
  update(fraction: number, note: string): void {
    if (!this.stream.isTTY) return
    const done = Math.min(Math.max(fraction, 0), 1)
    const tail = ` ${String(Math.floor(done * 100)).padStart(3)}%  ${note}`
    const room = Math.min(windowSize(this.stream).cols - this.label.length - tail.length - 4, WIDEST)
    const line = `${this.label} ${room < 4 ? '' : `▕${bar(done, room)}▏`}${tail}`
    if (line === this.shown) return
    this.shown = line
    this.stream.write(`\r${line}\x1b[K`)
  }

  /** Takes the bar away. */
  clear(): void {
    if (this.shown !== '') this.stream.write('\r\x1b[K')
    this.shown = ''
  }
}

/** To an eighth of a column. */
function bar(fraction: number, columns: number): string {
  const eighths = Math.floor(fraction * columns * 8)
  const whole = Math.floor(eighths / 8)
  return ('█'.repeat(whole) + (whole < columns ? EIGHTHS[eighths % 8] : '')).padEnd(columns)
}
