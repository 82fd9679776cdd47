/**
 * A screen as a file that people read and compare: its rows as text, and below them where they look other than plain. What
 * cannot be seen, such as the colour of ink where nothing is written, is left out.
 */
import { type Cell, type Region, type Snapshot, Terminal } from '@polytty/terminal'
import { CoreError } from 'polytty/sessions'
import { type ColorName, parseColor, type Style, styleOf } from '../style.js'

/** What stands in a masked cell. */
const MASK = '░'

export interface Part {
  readonly snapshot: Snapshot
  readonly region: Region
  isMasked(row: number, col: number): boolean
}

export function writeScreen({ snapshot, region, isMasked }: Part, withStyles: boolean): string {
  const { top, left, bottom, right } = region
  const texts: string[] = []
  const styles: string[] = []
  for (let row = top; row <= bottom; row++) {
    let text = ''
    const runs: Run[] = []
    for (let col = left; col <= right; col++) {
      const cell = snapshot.cell(row, col)
      const masked = isMasked(row, col)
      if (masked) text += MASK
      else if (cell.width > 0) text += cell.text || ' '
      const isBlank = !masked && cell.text.trim() === ''
      addCell(runs, { ...(masked ? plain : lookOf(cell)), from: col - left, to: col - left, isBlank })
    }
    texts.push(text.trimEnd())
    for (const { style, from, to } of runs) if (style !== '') styles.push(`${row - top}:${from}-${to} ${style}`)
  }
  const size = `${right - left + 1}x${bottom - top + 1}`
  return [`screen ${size}`, ...texts, ...(withStyles ? ['styles', ...styles] : []), ''].join('\n')
}

interface Look {
  readonly style: string
  /** What a blank of this style shows of it. */
  readonly onBlank: string
}

const plain: Look = { style: '', onBlank: '' }

interface Run extends Look {
  readonly from: number
  to: number
  /** Nothing is written there. */
  isBlank: boolean
}

/** Adds a cell to the runs of its row; blanks between two words that could be of their style do not cut it in two. */
function addCell(runs: Run[], cell: Run): void {
  const last = runs.at(-1)
  const before = runs.at(-2)
  if (last?.style === cell.style) {
    last.to = cell.to
    last.isBlank &&= cell.isBlank
  } else if (last?.isBlank && before?.style === cell.style && last.style === before.onBlank) {
    runs.pop()
    before.to = cell.to
  } else runs.push(cell)
}

/** The screen that a file holds. */
export function readScreen(file: string): Snapshot {
  const lines = file.split('\n')
  const [, cols, rows] = /^screen (\d+)x(\d+)$/.exec(lines[0] ?? '') ?? []
  if (cols === undefined || rows === undefined)
    throw new CoreError('invalid-params', `not a screen: it begins with ${JSON.stringify(lines[0])}`)
  const terminal = new Terminal({ cols: Number(cols), rows: Number(rows), scrollback: 0 })
  const put = (row: number, col: number, codes: string, text: string): void =>
    terminal.write(`\x1b[?7l\x1b[${row + 1};${col + 1}H\x1b[${codes}m${text}\x1b[m`)
  for (const [row, text] of lines.slice(1, Number(rows) + 1).entries()) put(row, 0, '', text)
  const texts = terminal.snapshot()
  for (const line of lines.slice(Number(rows) + 2)) {
    const [, row, from, to, style] = /^(\d+):(\d+)-(\d+) (.+)$/.exec(line) ?? []
    if (style === undefined) continue
    const cells = Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) =>
      texts.cell(Number(row), Number(from) + at),
    )
    const text = cells.map((cell) => (cell.width === 0 ? '' : cell.text || ' ')).join('')
    put(Number(row), Number(from), sgrOf(style), text)
  }
  return terminal.snapshot()
}

function lookOf(cell: Cell): Look {
  const style = styleOf(cell)
  const onBlank = printStyle(style, style.reverse ? ['fg', ...seenOnBlanks] : seenOnBlanks)
  const isBlank = cell.text.trim() === '' && cell.width > 0
  return { style: isBlank ? onBlank : printStyle(style), onBlank }
}

const seenOnBlanks: readonly string[] = ['bg', 'reverse', 'underline', 'strikethrough', 'overline']

function printStyle(style: Style, keys: readonly string[] = Object.keys(style)): string {
  return Object.entries(style)
    .filter(([key]) => keys.includes(key))
    .map(([key, value]) => (value === true ? key : `${key}=${value}`))
    .join(' ')
}

const codes: Readonly<Record<string, string>> = {
  ...{ bold: '1', dim: '2', italic: '3', underline: '4', blink: '5', reverse: '7', hidden: '8' },
  ...{ strikethrough: '9', overline: '53', 'underline=double': '4:2', 'underline=curly': '4:3' },
  ...{ 'underline=dotted': '4:4', 'underline=dashed': '4:5' },
}

function sgrOf(style: string): string {
  return style
    .split(' ')
    .map((word) => codes[word] ?? colorCode(word))
    .join(';')
}

function colorCode(word: string): string {
  const [, which, value] = /^(fg|bg)=(.+)$/.exec(word) ?? []
  if (value === undefined) return ''
  const color = parseColor(/^\d+$/.test(value) ? Number(value) : (value as ColorName))
  const base = which === 'fg' ? 38 : 48
  if (color === null) return ''
  return typeof color === 'number' ? `${base};5;${color}` : `${base};2;${color.r};${color.g};${color.b}`
}
