/**
 * What each dialect tells of a screen, taken apart by its document and put into one form. A dialect that does not tell
 * something leaves it out; what it tells must be what the others tell.
 */
import { readFileSync } from 'node:fs'
import { type Color, type Snapshot, Terminal } from '../../../src/terminal/index.js'
import type { Client, Shared } from './clients.js'

/** A cell; `fg` and `bg` as `default`, `idx:N` or `rgb:R:G:B`. */
export interface LookCell {
  readonly text: string
  readonly fg?: string
  readonly bg?: string
  readonly bold?: boolean
  readonly dim?: boolean
  readonly italic?: boolean
  readonly underline?: boolean | string
  readonly reverse?: boolean
  readonly strikethrough?: boolean
  readonly blink?: boolean
  readonly hidden?: boolean
  readonly link?: string | null
}

export interface Look {
  readonly cols: number
  readonly rows: number
  readonly cursor?: { readonly row: number; readonly col: number; readonly visible?: boolean }
  readonly text: readonly string[]
  readonly cells?: readonly (readonly LookCell[])[]
  readonly alternate?: boolean
  readonly history?: readonly string[]
}

interface Rgb {
  readonly r: number
  readonly g: number
  readonly b: number
}

interface WrighttyCell {
  readonly char: string
  readonly width: number
  readonly fg: Rgb
  readonly bg: Rgb
  readonly attrs: Record<string, boolean> & { readonly underline: unknown }
  readonly hyperlink: string | null
}

export async function wrighttyLook(client: Client, sessionId: string): Promise<Look> {
  const contents = await client.call<{
    rows: number
    cols: number
    cursor: { row: number; col: number; visible: boolean }
    cells: WrighttyCell[][]
    alternateScreen: boolean
  }>('Screen.getContents', { sessionId })
  const { text } = await client.call<{ text: string }>('Screen.getText', { sessionId })
  const { lines } = await client.call<{ lines: { text: string }[] }>('Screen.getScrollback', { sessionId, lines: 1000 })
  const { row, col, visible } = contents.cursor
  return {
    rows: contents.rows,
    cols: contents.cols,
    cursor: { row, col, visible },
    text: rowsOf(text),
    alternate: contents.alternateScreen,
    history: lines.map((line) => line.text),
    cells: contents.cells.map((line) =>
      line.map(({ char, width, fg, bg, attrs, hyperlink }) => ({
        text: width === 0 ? '' : char,
        fg: rgbName(fg),
        bg: rgbName(bg),
        bold: attrs.bold,
        dim: attrs.dim,
        italic: attrs.italic,
        underline: attrs.underline as string,
        reverse: attrs.reverse,
        strikethrough: attrs.strikethrough,
        blink: attrs.blink,
        hidden: attrs.hidden,
        link: hyperlink,
      })),
    ),
  }
}

interface PtywrightCell {
  readonly text: string
  readonly wide_continuation: boolean
  readonly style: Record<'bold' | 'dim' | 'italic' | 'underline' | 'inverse', boolean> & {
    readonly foreground: string
    readonly background: string
  }
}

export async function ptywrightLook(client: Client, session: string): Promise<Look> {
  const snapshot = await client.call<{
    size: { rows: number; cols: number }
    cursor: { row: number; col: number; visible: boolean }
    cells: PtywrightCell[]
    alternate_screen: boolean
  }>('session.snapshot', { session, redact: false })
  const { rows, cols } = snapshot.size
  const cells = snapshot.cells.map(({ text, wide_continuation, style }) => ({
    text: wide_continuation ? '' : text || ' ',
    fg: style.foreground,
    bg: style.background,
    bold: style.bold,
    dim: style.dim,
    italic: style.italic,
    underline: style.underline,
    reverse: style.inverse,
  }))
  const lines = Array.from({ length: rows }, (_, row) => cells.slice(row * cols, (row + 1) * cols))
  const text = lines.map((line) =>
    line
      .map((cell) => cell.text)
      .join('')
      .trimEnd(),
  )
  return { rows, cols, cursor: snapshot.cursor, cells: lines, text, alternate: snapshot.alternate_screen }
}

interface TermwrightColor {
  readonly type: string
  readonly value?: number
  readonly r?: number
  readonly g?: number
  readonly b?: number
}

interface TermwrightCell extends Record<'bold' | 'italic' | 'underline' | 'inverse', boolean> {
  readonly char: string
  readonly fg: TermwrightColor
  readonly bg: TermwrightColor
}

export async function termwrightLook(client: Client): Promise<Look> {
  const screen = await client.call<{
    size: { cols: number; rows: number }
    cursor: { row: number; col: number }
    cells: TermwrightCell[][]
  }>('screen', { format: 'json' })
  const text = await client.call<string>('screen', { format: 'text' })
  const { lines } = await client.call<{ lines: string[] }>('scrollback', { limit: 1000 })
  const color = ({ type, value, r, g, b }: TermwrightColor) =>
    type === 'default' ? type : type === 'indexed' ? `idx:${value}` : `rgb:${r}:${g}:${b}`
  return {
    ...screen.size,
    cursor: screen.cursor,
    text: rowsOf(text),
    history: lines,
    cells: screen.cells.map((line) =>
      line.map(({ char, fg, bg, bold, italic, underline, inverse }) => ({
        text: char,
        fg: color(fg),
        bg: color(bg),
        bold,
        italic,
        underline,
        reverse: inverse,
      })),
    ),
  }
}

/** The file that dumpView writes is printed into a terminal of ours. */
export async function tuispecLook(client: Client): Promise<Look> {
  const { text, rows, cols } = await client.call<{ text: string; rows: number; cols: number }>('currentView')
  const { snapshotPath } = await client.call<{ snapshotPath: string }>('dumpView', { name: 'look' })
  const terminal = new Terminal({ cols, rows, scrollback: 0 })
  terminal.write(readFileSync(snapshotPath, 'utf8').replaceAll('\n', '\r\n'))
  const { cells } = snapshotLook(terminal.snapshot())
  return { rows, cols, text: text.split('\n').map((line) => line.trimEnd()), cells }
}

interface WshSpan
  extends Partial<Record<'bold' | 'faint' | 'italic' | 'underline' | 'strikethrough' | 'blink' | 'inverse', boolean>> {
  readonly text: string
  readonly fg?: { readonly indexed?: number; readonly rgb?: Rgb }
  readonly bg?: { readonly indexed?: number; readonly rgb?: Rgb }
}

/** Spans are laid over the cells that the other dialects tell, `widths` of which come from outside. */
export async function wshLook({ http }: Shared, name: string, like: Look): Promise<Look> {
  const path = `/sessions/${encodeURIComponent(name)}`
  const screen = await http<{
    lines: WshSpan[][]
    cursor: { row: number; col: number; visible: boolean }
    cols: number
    rows: number
    alternate_active: boolean
    first_line_index: number
  }>('GET', `${path}/screen`)
  const plain = await http<{ lines: string[] }>('GET', `${path}/screen?format=plain`)
  const all = await http<{ lines: string[] }>('GET', `${path}/scrollback?format=plain&limit=1000`)
  const { cols, rows, cursor, first_line_index } = screen
  return {
    cols,
    rows,
    cursor,
    text: plain.lines,
    alternate: screen.alternate_active,
    ...(!screen.alternate_active && { history: all.lines.slice(0, first_line_index) }),
    cells: screen.lines.map((spans, row) => spread(spans, like.cells![row]!)),
  }
}

function spread(spans: readonly WshSpan[], like: readonly LookCell[]): LookCell[] {
  const looks = spans.map((span) => ({
    fg: wshColor(span.fg),
    bg: wshColor(span.bg),
    bold: span.bold ?? false,
    dim: span.faint ?? false,
    italic: span.italic ?? false,
    underline: span.underline ?? false,
    reverse: span.inverse ?? false,
    strikethrough: span.strikethrough ?? false,
    blink: span.blink ?? false,
  }))
  const plain = { fg: 'default', bg: 'default', bold: false, dim: false, italic: false, underline: false }
  const none = { ...plain, reverse: false, strikethrough: false, blink: false }
  const rest = spans.map((span) => span.text)
  let at = 0
  let last: LookCell = { text: '', ...none }
  return like.map(({ text }) => {
    // A second half has the look of its first.
    if (text === '') return { ...last, text: '' }
    while (at < rest.length && rest[at] === '') at++
    const told = at < rest.length
    last = told ? { text: rest[at]!.slice(0, text.length), ...looks[at]! } : { text: ' ', ...none }
    if (told) rest[at] = rest[at]!.slice(text.length)
    return last
  })
}

function wshColor(color: WshSpan['fg']): string {
  if (!color) return 'default'
  return color.rgb ? rgbName(color.rgb) : `idx:${color.indexed}`
}

/** The screen itself. */
export function snapshotLook(snapshot: Snapshot): Look & { readonly cells: readonly (readonly LookCell[])[] } {
  const { rows, cols, cursor } = snapshot
  const cells = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: cols }, (_, col) => {
      const cell = snapshot.cell(row, col)
      const { bold, dim, italic, underline, reverse, strikethrough, blink, hidden } = cell
      return {
        text: cell.width === 0 ? '' : cell.text || ' ',
        fg: colorName(cell.fg),
        bg: colorName(cell.bg),
        ...{ bold, dim, italic, underline, reverse, strikethrough, blink, hidden },
        link: cell.hyperlink?.uri ?? null,
      }
    }),
  )
  const { row, col, visible } = cursor
  const { alternateScreen: alternate } = snapshot
  return { rows, cols, cursor: { row, col, visible }, text: rowsOf(snapshot.text()), cells, alternate }
}

function colorName(color: Color): string {
  if (color === null) return 'default'
  return typeof color === 'number' ? `idx:${color}` : rgbName(color)
}

export function rgbName({ r, g, b }: Rgb): string {
  return `rgb:${r}:${g}:${b}`
}

function rowsOf(text: string): string[] {
  return text.split('\n').map((line) => line.trimEnd())
}
