/** The parts of a screen that are looked at one by one: the inside of each frame, and what is in none. */
import { type Box, findBoxes, isHorizontal } from './boxes.js'
import { type Grid, mostCommon, type Span } from './grid.js'

export interface Region {
  /** null for the screen itself. */
  readonly box: Box | null
  /** The region around it; null for the screen itself. */
  readonly parent: Region | null
  /** Its cells, row by row from the top; what frames inside it cover is missing. */
  readonly spans: readonly Span[]
  /** The background that most of its cells have. */
  readonly base: number
}

/** The screen first, then every frame after the one around it. */
export function findRegions(grid: Grid): Region[] {
  const boxes = findBoxes(grid).sort((a, b) => area(b) - area(a))
  const owner = paint(grid, boxes)
  const spans: Span[][] = Array.from({ length: boxes.length + 1 }, () => [])
  const counts = spans.map(() => new Map<number, number>())
  for (let row = 0; row < grid.rows; row++) {
    for (const span of grid.runs({ row, from: 0, to: grid.cols }, (r, c) => owner[r * grid.cols + c]!)) {
      const index = owner[row * grid.cols + span.from]!
      if (index < 0) continue
      spans[index]!.push(span)
      for (let col = span.from; col < span.to; col++) {
        const bg = grid.bgAt(row, col)
        counts[index]!.set(bg, (counts[index]!.get(bg) ?? 0) + 1)
      }
    }
  }
  const regions: Region[] = []
  for (const [index, own] of spans.entries()) {
    const box = index === 0 ? null : boxes[index - 1]!
    const parent = box && regions.findLast((other) => other.box === null || contains(other.box, box))!
    regions.push({ box, parent, spans: own, base: mostCommon(counts[index]!) })
  }
  return regions
}

/** For each cell the number of its innermost frame, counted from 1; 0 outside, -1 on a frame itself. */
function paint({ rows, cols }: Grid, boxes: readonly Box[]): Int16Array {
  const owner = new Int16Array(rows * cols)
  for (const [index, { top, left, bottom, right }] of boxes.entries()) {
    for (let row = top; row <= bottom; row++) {
      const start = row * cols
      if (row === top || row === bottom) owner.fill(-1, start + left, start + right + 1)
      else {
        owner[start + left] = owner[start + right] = -1
        owner.fill(index + 1, start + left + 1, start + right)
      }
    }
  }
  return owner
}

function contains(outer: Box, inner: Box): boolean {
  return (
    outer.top <= inner.top && outer.left <= inner.left && outer.bottom >= inner.bottom && outer.right >= inner.right
  )
}

function area({ top, left, bottom, right }: Box): number {
  return (bottom - top + 1) * (right - left + 1)
}

/** A row of line, with a mark in it at most: it parts what is above from what is below. */
export function isRule(grid: Grid, { row, from, to }: Span): boolean {
  const line = grid.lines[row]!
  let lines = 0
  let others = 0
  for (let col = from; col < to; col++) {
    if (isHorizontal(line[col])) lines++
    else if (line[col] === ' ') continue
    else others++
  }
  return lines > 0 && lines * 2 >= to - from && others * 3 < lines
}
