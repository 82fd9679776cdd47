/** What the finders share: the cells, which of them are spoken for, and how an element is put together. */
import type { Element, Evidence, Place } from './element.js'
import { type Grid, REVERSE, type Span } from './grid.js'
import type { Region } from './regions.js'

/** More elements than anyone can use are not looked for. */
const MAX_ELEMENTS = 1000
/** Guesses that cost more than a look at one row; a screen made to cost much has more. */
const MAX_TRIES = 500

/** An element before its place is known. */
interface Guess extends Omit<Element, keyof Place | 'evidence' | 'children'> {
  readonly evidence: readonly (Evidence | false)[]
  readonly children?: readonly Element[]
}

export class Scene {
  private readonly claimed: Uint8Array
  private count = 0
  private tries = 0

  constructor(readonly grid: Grid) {
    this.claimed = new Uint8Array(grid.rows * grid.cols)
  }

  get isFull(): boolean {
    return this.room === 0
  }

  /** How many more elements may be found. */
  get room(): number {
    return Math.max(0, MAX_ELEMENTS - this.count)
  }

  /** Whether a guess may be followed that takes more than its own row. */
  mayTry(): boolean {
    return !this.isFull && this.tries++ < MAX_TRIES
  }

  /** An element over this place, whose cells are spoken for from now on. */
  make(place: Place | Span, guess: Guess): Element {
    const { row, col, width, height } = 'from' in place ? placeOf(place) : place
    this.count++
    for (let at = row; at < row + height; at++) {
      const start = at * this.grid.cols + col
      this.claimed.fill(1, start, start + width)
    }
    const { children = [], evidence, confidence, ...rest } = guess
    return {
      ...rest,
      row,
      col,
      width,
      height,
      confidence: Math.round(Math.min(confidence, 0.99) * 100) / 100,
      evidence: evidence.filter((fact): fact is Evidence => fact !== false),
      children,
    }
  }

  isClaimed({ row, from, to }: Span): boolean {
    const start = row * this.grid.cols
    return this.claimed.subarray(start + from, start + to).includes(1)
  }

  /** The program shows its cursor in these cells. */
  hasCursor({ row, from, to }: Span): boolean {
    const { cursor } = this.grid.snapshot
    return cursor.visible && cursor.row === row && cursor.col >= from && cursor.col < to
  }

  /** How a span stands out from its region. */
  standout({ row, from }: Span): Evidence {
    return this.grid.flagsAt(row, from) & REVERSE ? 'inverse video' : 'background'
  }

  /** The pieces of a region's row that have another background than most of it. */
  highlights(span: Span, { base }: Region): Span[] {
    const { grid } = this
    return grid.backgrounds(span).filter(({ row, from }) => grid.bgAt(row, from) !== base)
  }
}

function placeOf({ row, from, to }: Span): Place {
  return { row, col: from, width: to - from, height: 1 }
}

/** The smallest place around all of these. */
export function around(places: readonly Place[]): Place {
  const row = Math.min(...places.map((place) => place.row))
  const col = Math.min(...places.map((place) => place.col))
  const bottom = Math.max(...places.map((place) => place.row + place.height))
  const right = Math.max(...places.map((place) => place.col + place.width))
  return { row, col, width: right - col, height: bottom - row }
}
