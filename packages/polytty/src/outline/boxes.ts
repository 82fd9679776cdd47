/**
 * Frames drawn with line characters: four corners, both sides whole, top and bottom at least in part (titles and
 * buttons stand in them). Frames that something covers are not found.
 */
import type { Grid } from './grid.js'

const UP = 1
const RIGHT = 2
const DOWN = 4
const LEFT = 8

export interface Box {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly title: string
}

/** Frames on one screen; more are decoration. */
const MAX_BOXES = 128
/** Parts of an edge that must be line, in percent. */
const TOP_LINE = 20
const BOTTOM_LINE = 40

/** Which sides of its cell a line character reaches. */
const arms = new Map<string, number>()
for (const [reach, characters] of [
  [LEFT | RIGHT, '─━═╌╍┄┅┈┉╴╶╸╺╼╾'],
  [UP | DOWN, '│┃║╎╏┆┇┊┋╵╷╹╻╽╿'],
  [RIGHT | DOWN, '┌┍┎┏╒╓╔╭'],
  [LEFT | DOWN, '┐┑┒┓╕╖╗╮'],
  [UP | RIGHT, '└┕┖┗╘╙╚╰'],
  [UP | LEFT, '┘┙┚┛╛╜╝╯'],
  [UP | RIGHT | DOWN, '├┝┞┟┠┡┢┣╞╟╠'],
  [UP | LEFT | DOWN, '┤┥┦┧┨┩┪┫╡╢╣'],
  [RIGHT | DOWN | LEFT, '┬┭┮┯┰┱┲┳╤╥╦'],
  [RIGHT | UP | LEFT, '┴┵┶┷┸┹┺┻╧╨╩'],
  [UP | RIGHT | DOWN | LEFT, '┼┽┾┿╀╁╂╃╄╅╆╇╈╉╊╋╪╫╬+'],
] as const)
  for (const character of characters) arms.set(character, reach)
arms.set('-', LEFT | RIGHT)
arms.set('|', UP | DOWN)

/** What stands in the right side of a frame where it is a scroll bar too. */
const scrollBar = new Set('█▓▒░▲▼↑↓■▐▮▯◆▴▾^v#')

export function armsOf(character: string | undefined): number {
  return (character && arms.get(character)) || 0
}

export function isHorizontal(character: string | undefined): boolean {
  return (armsOf(character) & (LEFT | RIGHT)) === (LEFT | RIGHT)
}

export function isVertical(character: string | undefined): boolean {
  return (armsOf(character) & (UP | DOWN)) === (UP | DOWN)
}

export function findBoxes(grid: Grid): Box[] {
  const { rows, lines } = grid
  const left = sideEnds(grid, () => false)
  const right = sideEnds(grid, (character) => scrollBar.has(character))
  const boxes: Box[] = []
  for (let top = 0; top < rows - 1; top++) {
    // Several corners may open before one closes, as in ┌─┬─┐: the outer one goes with the last.
    for (const [from, to] of corners(lines[top]!)) {
      if (boxes.length === MAX_BOXES) return boxes
      const bottom = left(top, from)
      if (bottom <= top || right(top, to) < bottom) continue
      const below = lines[bottom]!
      if (!(armsOf(below[from]) & RIGHT) || !(armsOf(below[to]) & LEFT)) continue
      if (lineShare(below, from, to) < BOTTOM_LINE) continue
      boxes.push({ top, left: from, bottom, right: to, title: titleOf(grid, top, from, to) })
    }
  }
  return boxes
}

/** Pairs of an upper left and an upper right corner in a row with enough line between them. */
function corners(line: string): [from: number, to: number][] {
  const pairs: [number, number][] = []
  let open = -1
  for (let col = 0; col < line.length; col++) {
    const reach = armsOf(line[col])
    const isAscii = line[col] === '+'
    if (reach === (LEFT | DOWN) || (isAscii && open >= 0 && line[open] === '+' && !isHorizontal(line[col + 1]))) {
      if (open >= 0 && col - open >= 2 && lineShare(line, open, col) >= TOP_LINE) pairs.push([open, col])
      open = -1
    } else if (reach === (RIGHT | DOWN) || (isAscii && open < 0 && line[col + 1] === '-')) open = col
  }
  return pairs
}

function lineShare(line: string, from: number, to: number): number {
  let count = 0
  for (let col = from + 1; col < to; col++) if (isHorizontal(line[col])) count++
  return to - from < 2 ? 0 : (count * 100) / (to - from - 1)
}

/** For a cell in a row, the row at which the line down from it ends in a corner, all of them found in one pass. */
function sideEnds(
  { rows, cols, lines }: Grid,
  isAlso: (character: string) => boolean,
): (row: number, col: number) => number {
  const ends = new Int32Array(rows * cols)
  for (let row = rows - 1; row >= 0; row--) {
    for (let col = 0; col < cols; col++) {
      const character = lines[row]![col]!
      const reach = armsOf(character)
      const below = row + 1 < rows ? ends[(row + 1) * cols + col]! : -1
      const goesOn = isAlso(character) || (reach & (UP | DOWN)) === (UP | DOWN)
      // A + may be a corner or a crossing: a corner where nothing goes on below it.
      const isEnd = (reach & UP) !== 0 && ((reach & DOWN) === 0 || (character === '+' && below < 0))
      ends[row * cols + col] = isEnd ? row : goesOn ? below : -1
    }
  }
  return (row, col) => (row + 1 < rows ? ends[(row + 1) * cols + col]! : -1)
}

/** The longest words in the upper edge. */
function titleOf(grid: Grid, row: number, from: number, to: number): string {
  const line = grid.lines[row]!.slice(from + 1, to)
  let title = ''
  for (const match of line.matchAll(/[^─━═╌╍┄┅┈┉┤├┥┝╡╞╢╟╣╠┫┣┬┴┼╤╦┯]+/g)) {
    const start = from + 1 + match.index
    const text = grid.text({ row, from: start, to: start + match[0].length }).replace(/^[-=+]+ | [-=+]+$/g, '')
    if (text.length > title.length && /[\p{L}\p{N}]/u.test(text)) title = text
  }
  return title
}
