/**
 * Bytes that bring a terminal from one screen to the next, for terminals whose screens can be read and nothing else. Rows
 * that have moved up are moved, so that history gathers; others are written only where they differ.
 */
import { CarriedPen } from '../carried-pen.js'

/** A screen as it was read. */
export interface ReadScreen {
  readonly cols: number
  readonly rows: number
  /** Rows from the top, with colours as escape sequences; those that are left out are empty. */
  readonly lines: readonly string[]
  /** Null where it is not known: then it is not shown. */
  readonly cursor: { readonly row: number; readonly col: number; readonly visible: boolean } | null
  readonly title?: string
}

export class Repainter {
  private before: readonly string[] = []
  private cursor = ''
  private title = ''

  /** Empty if nothing has changed. */
  paint(screen: ReadScreen): string {
    const rows = withPens(screen.lines, screen.rows)
    const title = screen.title === undefined ? '' : `\x1b]2;${screen.title.replace(/\p{Cc}/gu, '')}\x07`
    const parts = [this.before.length === rows.length ? '' : RESET, title === this.title ? '' : title]
    const before = this.before.length === rows.length ? this.before : rows.map(() => '')
    const moved = scrolledBy(before, rows)
    if (moved > 0) parts.push(`\x1b[m\x1b[${rows.length};1H${'\n'.repeat(moved)}`)
    for (const [row, line] of rows.entries())
      if (line !== (before[row + moved] ?? '')) parts.push(`\x1b[${row + 1};1H\x1b[m\x1b[2K${line}`)
    const isPainted = parts.some((part) => part !== '')
    const cursor = cursorAt(screen.cursor)
    this.before = rows
    this.title = title
    if (!isPainted && cursor === this.cursor) return ''
    this.cursor = cursor
    return `${parts.join('')}\x1b[m${cursor}`
  }
}

const RESET = '\x1bc\x1b[3J'

/** Every row with the colours that the one above left it. */
function withPens(lines: readonly string[], count: number): string[] {
  const pen = new CarriedPen()
  return Array.from({ length: count }, (_, row) => {
    const line = (lines[row] ?? '').trimEnd()
    const before = line === '' ? '' : pen.sequence()
    pen.take(Buffer.from(line))
    return before + line
  })
}

function cursorAt(cursor: ReadScreen['cursor']): string {
  if (!cursor?.visible) return '\x1b[?25l'
  return `\x1b[?25h\x1b[${cursor.row + 1};${cursor.col + 1}H`
}

/** By how many rows a screen has moved up; 0 where it has not, or no one can say. */
export function scrolledBy(before: readonly string[], now: readonly string[]): number {
  const last = before.findLastIndex((line) => line !== '')
  for (let by = 0; by <= last; by++) {
    const same = before.slice(by, last + 1)
    // The last row is often one that was being written.
    const kept = same.slice(0, -1)
    if (kept.filter((line) => line !== '').length < Math.min(2, kept.length || 1) && by > 0) return 0
    if (kept.every((line, row) => line === now[row])) return by
  }
  return 0
}
