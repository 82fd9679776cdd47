/**
 * A snapshot as text with escape sequences. `renderAnsi` gives rows to print anywhere; `renderScreen` gives what makes
 * another terminal of the same size show the same screen, with its cursor, colours and title.
 */
import type { Cell, Color, Hyperlink, Region, Rgb, Row, Snapshot, UnderlineStyle } from '@polytty/terminal'
import { resolveRegion } from './options.js'

export interface AnsiOptions {
  readonly region?: Region | null
  /** Leave out default blanks at the end of each row; true if absent. */
  readonly trim?: boolean
}

const UNDERLINE_CODES: Readonly<Record<UnderlineStyle, string>> = {
  none: '',
  single: '4',
  double: '21',
  curly: '4:3',
  dotted: '4:4',
  dashed: '4:5',
}

const CURSOR_SHAPES = { block: 1, underline: 3, bar: 5 } as const

/** The rows of the region with their styles, separated by CR LF; every row ends in the default style. */
export function renderAnsi(
  snapshot: Pick<Snapshot, 'rows' | 'cols' | 'row'>,
  { region, trim = true }: AnsiOptions = {},
): string {
  const { top, left, bottom, right } = resolveRegion(snapshot, region)
  const rows: string[] = []
  for (let index = top; index <= bottom; index++) {
    const row = snapshot.row(index)
    const pen = new Pen()
    const end = trim ? Math.min(row.usedCols - 1, right) : right
    for (let col = left; col <= end; col++) {
      const cell = row.cell(col)
      if (cell.width === 0 && col > left) continue
      pen.print(cell, cell.width === 2 && col === right ? ' ' : cell.text || ' ')
    }
    rows.push(pen.finish())
  }
  return rows.join('\r\n')
}

/** Bytes that bring a fresh terminal of the same size to this screen; blank cells stay blank, wrapped rows wrapped. */
export function renderScreen(snapshot: Snapshot): string {
  const { cursor, cols } = snapshot
  const parts = ['\x1b[!p', snapshot.alternateScreen ? '\x1b[?1049h' : '', '\x1b[?7h\x1b[2J', paletteCodes(snapshot)]
  if (snapshot.reverseVideo) parts.push('\x1b[?5h')
  if (snapshot.title) parts.push(`\x1b]2;${snapshot.title}\x1b\\`)
  let continued = false
  for (let index = 0; index < snapshot.rows; index++) {
    const row = snapshot.row(index)
    const goesOn = row.wrapped && index + 1 < snapshot.rows && canContinue(row, snapshot.row(index + 1), cols)
    parts.push(continued ? '' : `\x1b[${index + 1}H`, restoreRow(row, goesOn ? cols : row.usedCols))
    continued = goesOn
  }
  const shape = CURSOR_SHAPES[cursor.shape] + (cursor.blinking ? 0 : 1)
  parts.push(`\x1b[${cursor.row + 1};${cursor.col + 1}H\x1b[${shape} q\x1b[?25${cursor.visible ? 'h' : 'l'}`)
  return parts.join('')
}

/**
 * Printing the next row's first character wraps there, if this row is full up to where it had to wrap. A wide character
 * leaves the last cell blank, in its own background.
 */
function canContinue(row: Row, next: Row, cols: number): boolean {
  const first = next.cell(0)
  const last = row.cell(cols - 1)
  if (first.text === '') return false
  return last.text !== '' || last.width === 0 || (first.width === 2 && sameColor(first.bg, last.bg))
}

function restoreRow(row: Row, end: number): string {
  const pen = new Pen()
  for (let col = 0; col < end; ) {
    const cell = row.cell(col)
    if (!isErased(cell)) {
      pen.print(cell, cell.text || ' ')
      col += Math.max(cell.width, 1)
      continue
    }
    const start = col
    while (col < end && isErased(row.cell(col)) && sameColor(row.cell(col).bg, cell.bg)) col++
    pen.erase(cell.bg, col - start)
  }
  return pen.finish()
}

/** Blank with nothing but a background, as erasing leaves it; a blank with more to it is printed as a space. */
function isErased(cell: Cell): boolean {
  return cell.text === '' && styleCodes(cell) === backgroundCodes(cell.bg) && cell.hyperlink === null
}

/** Writes cells, changing style and link only where they change. */
class Pen {
  private out = ''
  private style = ''
  private link: Hyperlink | null = null

  print(cell: Cell, text: string): void {
    this.setStyle(styleCodes(cell))
    this.setLink(cell.hyperlink)
    this.out += text
  }

  /** Blank cells: passed over, or erased in their background. */
  erase(bg: Color, count: number): void {
    this.setLink(null)
    if (bg !== null) {
      this.setStyle(backgroundCodes(bg))
      this.out += `\x1b[${count}X`
    }
    this.out += `\x1b[${count}C`
  }

  finish(): string {
    this.setLink(null)
    this.setStyle('')
    return this.out
  }

  private setStyle(style: string): void {
    if (style === this.style) return
    this.out += style === '' ? '\x1b[m' : this.style === '' ? `\x1b[${style}m` : `\x1b[0;${style}m`
    this.style = style
  }

  private setLink(link: Hyperlink | null): void {
    if (link?.uri === this.link?.uri && link?.id === this.link?.id) return
    this.out += link
      ? `\x1b]8;${link.id === null ? '' : `id=${bare(link.id)}`};${bare(link.uri)}\x1b\\`
      : '\x1b]8;;\x1b\\'
    this.link = link
  }
}

/** A control character in an address would act in the terminal that shows it. */
function bare(text: string): string {
  return text.replace(/\p{Cc}/gu, '')
}

function styleCodes(cell: Cell): string {
  let codes = ''
  const add = (code: string) => {
    if (code !== '') codes = codes === '' ? code : `${codes};${code}`
  }
  if (cell.bold) add('1')
  if (cell.dim) add('2')
  if (cell.italic) add('3')
  add(UNDERLINE_CODES[cell.underline])
  if (cell.blink) add('5')
  if (cell.reverse) add('7')
  if (cell.hidden) add('8')
  if (cell.strikethrough) add('9')
  if (cell.overline) add('53')
  if (cell.script !== 'normal') add(cell.script === 'superscript' ? '73' : '74')
  add(colorCodes(cell.fg, 30, 90, '38'))
  add(backgroundCodes(cell.bg))
  if (cell.underlineColor !== null) add(colorCodes(cell.underlineColor, null, null, '58'))
  return codes
}

function backgroundCodes(color: Color): string {
  return colorCodes(color, 40, 100, '48')
}

function colorCodes(color: Color, base: number | null, bright: number | null, extended: string): string {
  if (color === null) return ''
  if (typeof color === 'object') return `${extended};2;${color.r};${color.g};${color.b}`
  if (base !== null && color < 8) return String(base + color)
  if (bright !== null && color < 16) return String(bright + color - 8)
  return `${extended};5;${color}`
}

function sameColor(a: Color, b: Color): boolean {
  if (a === null || b === null || typeof a === 'number' || typeof b === 'number') return a === b
  return a.r === b.r && a.g === b.g && a.b === b.b
}

/** Sequences that make the colours which the program changed so in another terminal; empty if it changed none. */
export function paletteCodes({ palette }: Pick<Snapshot, 'palette'>): string {
  const hex = (value: number) => value.toString(16).padStart(2, '0')
  const spec = ({ r, g, b }: Rgb) => `rgb:${hex(r)}/${hex(g)}/${hex(b)}`
  const codes = [...palette.colors].map(([index, color]) => `\x1b]4;${index};${spec(color)}\x1b\\`)
  if (palette.foreground) codes.push(`\x1b]10;${spec(palette.foreground)}\x1b\\`)
  if (palette.background) codes.push(`\x1b]11;${spec(palette.background)}\x1b\\`)
  if (palette.cursor) codes.push(`\x1b]12;${spec(palette.cursor)}\x1b\\`)
  return codes.join('')
}
