/** Looking at a session: its screen, its elements, its history, its colours, its picture. */
import { renderPng } from '@polytty/render'
import type { Cell, Color, Row } from '@polytty/terminal'
import { CoreError } from '../base/core-error.js'
import { foldLines } from '../lean/index.js'
import { outlineOf, printOutline } from '../outline/index.js'
import type { Session } from '../session/index.js'
import { compilePattern, literalPattern } from '../text/pattern.js'
import { readQuery } from './until.js'

const MAX_FOUND = 50
const MAX_HISTORY_LINES = 1000
const DEFAULT_HISTORY_LINES = 100
const MAX_LINE_CHARS = 500

export function lookAtOutline(session: Session): string {
  return printOutline(outlineOf(session.snapshot())) || 'no elements found'
}

export function takePicture(session: Session): Uint8Array {
  return renderPng(session.snapshot(), {}).bytes
}

/** Numbered lines of what was printed, the screen included: those asked for, or those in which something is found. */
export function lookAtHistory(session: Session, find: string | undefined, lines: string | undefined): string {
  const { terminal } = session
  const snapshot = session.snapshot()
  const history = snapshot.alternateScreen ? 0 : snapshot.history
  const first = terminal.firstLine - history
  const count = history + snapshot.rows
  if (find !== undefined) return found(session, find, first, history)
  const range = lines === undefined ? null : readRange(lines)
  const end = Math.min(range ? range.to + 1 : first + count, first + count)
  const start = Math.max(range ? range.from : end - DEFAULT_HISTORY_LINES, first, end - MAX_HISTORY_LINES)
  if (end <= start) return `no such lines: there are ${first} to ${first + count - 1}`
  const texts = rowsOf(session, start - first, end - start, history).map(({ text }) => text)
  return [`lines ${start}-${end - 1} of ${first}-${first + count - 1}`, ...foldLines(texts)].join('\n')
}

/** Rows of the history and then of the screen, counted from the oldest that is kept. */
function rowsOf(session: Session, from: number, count: number, history: number): readonly Row[] {
  const above = from < history ? session.history(from, Math.min(count, history - from)) : []
  const snapshot = session.snapshot()
  const top = Math.max(from - history, 0)
  const rest = Math.min(count - above.length, snapshot.rows - top)
  return [...above, ...Array.from({ length: Math.max(rest, 0) }, (_, index) => snapshot.row(top + index))]
}

function found(session: Session, find: string, first: number, history: number): string {
  const query = readQuery(find)
  const pattern = typeof query === 'string' ? literalPattern(query) : compilePattern(query.regex)
  const lines: string[] = []
  let count = 0
  for (const [index, { text }] of rowsOf(session, 0, history + session.rows, history).entries()) {
    if (!pattern.test(text)) continue
    if (++count <= MAX_FOUND) lines.push(`${first + index}: ${text.slice(0, MAX_LINE_CHARS)}`)
  }
  if (count === 0) return `${JSON.stringify(find)} not found`
  return [...lines, ...(count > MAX_FOUND ? [`… ${count - MAX_FOUND} more`] : [])].join('\n')
}

function readRange(lines: string): { readonly from: number; readonly to: number } {
  const [, from, to] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(lines) ?? []
  if (from === undefined)
    throw new CoreError('invalid-params', `${JSON.stringify(lines)} is not a valid range of lines: write 10-20, or 10`)
  return { from: Number(from), to: Number(to ?? from) }
}

const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white']

/** The stretches of each row that have a colour or style, with it. */
export function lookAtStyles(session: Session): string {
  const snapshot = session.snapshot()
  const lines: string[] = []
  for (let row = 0; row < snapshot.rows; row++) {
    const pieces = styledPieces(snapshot.row(row))
    if (pieces.length > 0) lines.push(`${row}: ${pieces.join('  ')}`)
  }
  return lines.join('\n') || 'no styles'
}

function styledPieces(row: Row): string[] {
  const pieces: string[] = []
  for (let col = 0; col < row.usedCols; ) {
    const style = styleOf(row.cell(col))
    let text = ''
    while (col < row.usedCols && styleOf(row.cell(col)) === style) {
      const cell = row.cell(col++)
      if (cell.width !== 0) text += cell.text === '' ? ' ' : cell.text
    }
    if (style !== '') pieces.push(`${JSON.stringify(text)} ${style}`)
  }
  return pieces
}

function styleOf(cell: Cell): string {
  const flags = (['bold', 'dim', 'italic', 'reverse', 'blink', 'strikethrough'] as const).filter((flag) => cell[flag])
  const underline = cell.underline === 'none' ? [] : ['underline']
  const fg = cell.fg === null ? [] : [colorName(cell.fg)]
  const bg = cell.bg === null ? [] : [`on ${colorName(cell.bg)}`]
  return [...flags, ...underline, ...fg, ...bg].join(' ')
}

function colorName(color: Exclude<Color, null>): string {
  if (typeof color === 'number')
    return names[color] ?? (names[color - 8] ? `bright-${names[color - 8]}` : String(color))
  return `#${[color.r, color.g, color.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
