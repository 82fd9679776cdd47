/**
 * kitty's placeholder characters: U+10EEEE with combining characters that number the row and column of a picture and
 * the highest byte of its image's id, whose lower bytes are the foreground colour.
 */
import type { Cell, PictureCells, PicturePlacement } from '../types.js'
import type { Grid } from './grid.js'
import type { Tables } from './tables.js'

const placeholder = 0x10eeee

/** The combining characters that stand for 0, 1 and so on, as the protocol lists them. */
const ranges =
  '305 30D-30E 310 312 33D-33F 346 34A-34C 350-352 357 35B 363-36F 483-487 592-595 597-599 59C-5A1 5A8-5A9 5AB-5AC ' +
  '5AF 5C4 610-617 657-65B 65D-65E 6D6-6DC 6DF-6E2 6E4 6E7-6E8 6EB-6EC 730 732-733 735-736 73A 73D 73F-741 743 745 ' +
  '747 749-74A 7EB-7F1 7F3 816-819 81B-823 825-827 829-82D 951 953-954 F82-F83 F86-F87 135D-135F 17DD 193A 1A17 ' +
  '1A75-1A7C 1B6B 1B6D-1B73 1CD0-1CD2 1CDA-1CDB 1CE0 1DC0-1DC1 1DC3-1DC9 1DCB-1DCC 1DD1-1DE6 1DFE 20D0-20D1 ' +
  '20D4-20D7 20DB-20DC 20E1 20E7 20E9 20F0 2CEF-2CF1 2DE0-2DFF A66F A67C-A67D A6F0-A6F1 A8E0-A8F1 AAB0 AAB2-AAB3 ' +
  'AAB7-AAB8 AABE-AABF AAC1 FE20-FE26 10A0F 10A38 1D185-1D189 1D1AA-1D1AD 1D242-1D244'

export const placeholderMarks: readonly string[] = ranges.split(' ').flatMap((range) => {
  const [first, last = first] = range.split('-').map((hex) => Number.parseInt(hex, 16))
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))
})

const numberOf = new Map(placeholderMarks.map((mark, index) => [mark, index]))

/** The character for a cell of a picture; null where it lies beyond what can be numbered. */
export function placeholderText(row: number, col: number, highByte: number): string | null {
  const marks = [row, col, highByte].map((number) => placeholderMarks[number])
  return marks.includes(undefined as never) ? null : String.fromCodePoint(placeholder) + marks.join('')
}

interface Named {
  readonly color: number
  readonly row: number
  readonly col: number
  readonly high: number
}

/** What a cell names of which image; what it leaves out goes on from the cell on its left. */
function readCell({ text, fg }: Cell, left: Named | null): Named | null {
  if (text.codePointAt(0) !== placeholder) return null
  const color = typeof fg === 'number' ? fg : fg ? fg.r * 65536 + fg.g * 256 + fg.b : 0
  const [row, col, high] = Array.from(text)
    .slice(1)
    .map((mark) => numberOf.get(mark))
  const before = left?.color === color && (row === undefined || row === left.row) ? left : null
  const goesOn = before !== null && (col === undefined || col === before.col + 1)
  return {
    color,
    row: row ?? before?.row ?? 0,
    col: col ?? (before ? before.col + 1 : 0),
    high: high ?? (goesOn ? before.high : 0),
  }
}

/** The cells of the screen that show something of these pictures, by the ids of their images. */
export function placeholderRuns(
  grid: Grid,
  tables: Tables,
  pictures: ReadonlyMap<number, PicturePlacement>,
): PictureCells[] {
  const runs: PictureCells[] = []
  for (let row = 0; row < grid.rows; row++) {
    const line = grid.line(row)
    let left: Named | null = null
    for (let col = 0; col < grid.used[line]; col++) {
      left = readCell(tables.cell(grid.codeAt(line, col), grid.styleAt(line, col)), left)
      const placement = left && pictures.get(left.high * 0x100_0000 + left.color)
      if (!left || !placement || placement.picture.data === null) continue
      if (left.row >= placement.rows || left.col >= placement.cols) continue
      const last = runs.at(-1)
      const joins =
        last?.placement === placement &&
        last.row === row &&
        last.col + last.count === col &&
        last.pictureRow === left.row &&
        last.pictureCol + last.count === left.col
      if (joins) runs[runs.length - 1] = { ...last, count: last.count + 1 }
      else runs.push({ placement, row, col, count: 1, pictureRow: left.row, pictureCol: left.col })
    }
  }
  return runs
}
