/** What locators and matchers look at: the screen of one moment, what it is made of, and what the program reported. */
import type { Region, Snapshot } from '@polytty/terminal'
import { type Element, outlineOf } from 'polytty/outline'
import type { Session } from 'polytty/sessions'
import type { ActionLog } from './actions.js'
import type { Reports } from './reports.js'

/** A stretch of cells in one row; `to` is the column after it. */
export interface Span {
  readonly row: number
  readonly from: number
  readonly to: number
}

/** What a locator found: the cells, from the top left, and the text in them. */
export interface Match {
  readonly spans: readonly Span[]
  readonly text: string
  /** What the outline takes it for, where it was found by that. */
  readonly element?: Element
}

export interface Bounds {
  readonly row: number
  readonly col: number
  readonly width: number
  readonly height: number
}

const outlines = new WeakMap<Snapshot, readonly Element[]>()

export class View {
  constructor(
    readonly session: Session,
    readonly snapshot: Snapshot,
    readonly actions: ActionLog,
    readonly reports: Reports,
  ) {}

  /** The elements of the screen; found once for a screen. */
  get outline(): readonly Element[] {
    let outline = outlines.get(this.snapshot)
    if (!outline) outlines.set(this.snapshot, (outline = outlineOf(this.snapshot)))
    return outline
  }

  get whole(): Region {
    return { top: 0, left: 0, bottom: this.snapshot.rows - 1, right: this.snapshot.cols - 1 }
  }

  /** The last revision that wrote a cell of it. */
  writtenAt({ spans }: Match): number {
    const { terminal } = this.session
    return Math.max(0, ...spans.map(({ row, from, to }) => terminal.writtenAt(row, from, to - from)))
  }

  /** The text of cells, rows separated by line ends, and trimmed there. */
  textOf(spans: readonly Span[]): string {
    const texts = spans.map(({ row, from, to }) =>
      this.snapshot.text({ region: { top: row, left: from, bottom: row, right: to - 1 } }),
    )
    return texts.join('\n')
  }

  /** Everything in a rectangle, cut to the screen; null where that leaves nothing. */
  matchOf({ row, col, width, height }: Bounds, element?: Element): Match | null {
    const { rows, cols } = this.snapshot
    const [top, bottom] = [Math.max(0, row), Math.min(rows, row + height)]
    const [from, to] = [Math.max(0, col), Math.min(cols, col + width)]
    if (from >= to || top >= bottom) return null
    const spans = Array.from({ length: bottom - top }, (_, index) => ({ row: top + index, from, to }))
    return { spans, text: this.textOf(spans), ...(element && { element }) }
  }
}

export function boundsOf({ spans }: Match): Bounds {
  const row = Math.min(...spans.map((span) => span.row))
  const col = Math.min(...spans.map((span) => span.from))
  const bottom = Math.max(...spans.map((span) => span.row)) + 1
  const right = Math.max(...spans.map((span) => span.to))
  return { row, col, width: right - col, height: bottom - row }
}

export function regionOf(match: Match): Region {
  const { row, col, width, height } = boundsOf(match)
  return { top: row, left: col, bottom: row + height - 1, right: col + width - 1 }
}

export function isInside({ spans }: Match, { top, left, bottom, right }: Region): boolean {
  return spans.every(({ row, from, to }) => row >= top && row <= bottom && from >= left && to - 1 <= right)
}

/** Where a match is, for errors: 0-based, as everywhere. */
export function describePlace(match: Match): string {
  const { row, col, width, height } = boundsOf(match)
  const size = height > 1 ? ` (${width}x${height})` : ''
  return `row ${row}, col ${col}${size}`
}
