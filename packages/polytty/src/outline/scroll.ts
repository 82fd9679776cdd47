/** How far something is scrolled: bars of blocks and arrows, and the words of pagers and editors for it. */
import type { Element } from './element.js'
import type { Region } from './regions.js'
import type { Scene } from './scene.js'

const THUMB = new Set('█■▮▐▓◆┃')
const TRACK = new Set('▒░▯│┆▕')
const ARROWS = new Set('↑↓▲▼▴▾')
const MIN_ROWS = 3

const position =
  /\(END\)|\b\d+,\d+(?:-\d+)? +(?:Top|Bot|All|\d{1,2}%)$|\blines? \d+-\d+(?:\/\d+)?(?: \(END\)| \d{1,3}%)?|\b\d{1,3}%/

export function findScrollBars(scene: Scene, regions: readonly Region[]): Element[] {
  const { grid } = scene
  const found: Element[] = []
  for (let col = 0; col < grid.cols; col++) {
    for (let row = 0; row < grid.rows; ) {
      const end = barEnd(scene, row, col)
      if (end - row >= MIN_ROWS && !scene.isFull) {
        const bar = makeBar(scene, regions, row, end, col)
        if (bar) found.push(bar)
      }
      row = Math.max(end, row) + 1
    }
  }
  return found
}

function isPart(character: string | undefined): boolean {
  return character !== undefined && (THUMB.has(character) || TRACK.has(character) || ARROWS.has(character))
}

/** The row behind the last of a column of such characters; nothing of the kind may be beside them. */
function barEnd({ grid }: Scene, row: number, col: number): number {
  let end = row
  while (end < grid.rows && isPart(grid.lines[end]![col])) {
    const line = grid.lines[end]!
    if ((THUMB.has(line[col - 1]!) || THUMB.has(line[col + 1]!)) && THUMB.has(line[col]!)) break
    end++
  }
  return end
}

function makeBar(scene: Scene, regions: readonly Region[], top: number, end: number, col: number): Element | null {
  const { grid } = scene
  const parts = Array.from({ length: end - top }, (_, index) => grid.lines[top + index]![col]!)
  const hasArrows = ARROWS.has(parts[0]!) && ARROWS.has(parts.at(-1)!)
  const inner = hasArrows ? parts.slice(1, -1) : parts
  const first = inner.findIndex((part) => THUMB.has(part))
  const last = inner.findLastIndex((part) => THUMB.has(part))
  const length = last - first + 1
  const isWhole = inner.slice(first, last + 1).every((part) => THUMB.has(part))
  if (first < 0 || !isWhole || (length === inner.length && !hasArrows)) return null
  const isEdge = col >= grid.cols - 2 || regions.some(({ box }) => box && Math.abs(box.right - col) <= 1)
  const room = inner.length - length
  return scene.make(
    { row: top, col, width: 1, height: parts.length },
    {
      role: 'scrollbar',
      name: '',
      value: `${room === 0 ? 0 : Math.round((first * 100) / room)}%`,
      confidence:
        0.5 + (hasArrows ? 0.3 : 0) + (isEdge ? 0.15 : 0) + (inner.some((part) => TRACK.has(part)) ? 0.15 : 0),
      evidence: ['scroll bar', isEdge && 'box drawing'],
    },
  )
}

/** Words for it in the last row of the screen, or in the lower edge of a frame. */
export function findPositions(scene: Scene, regions: readonly Region[]): Element[] {
  const { grid } = scene
  const places = [
    { row: grid.rows - 1, from: 0, to: grid.cols },
    ...regions.flatMap(({ box }) => (box ? [{ row: box.bottom, from: box.left, to: box.right + 1 }] : [])),
  ]
  return places.flatMap((span) => {
    const line = grid.lines[span.row]!.slice(span.from, span.to).trimEnd()
    const match = position.exec(line)
    if (!match || scene.isFull) return []
    const from = span.from + match.index
    const isPlainShare = /^\d+%$/.test(match[0])
    return scene.make(
      { row: span.row, from, to: from + match[0].length },
      {
        role: 'scrollbar',
        name: '',
        value: match[0].replace(/^[\d,-]+ +/, ''),
        confidence: isPlainShare ? 0.6 : grid.snapshot.alternateScreen ? 0.85 : 0.5,
        evidence: ['position text', 'edge of the screen'],
      },
    )
  })
}
