/**
 * What each dialect reports of a screen, taken apart by its document and put into one form. A dialect that does not report
 * something leaves it out; what it reports must be what the others report.
 */
import { readFileSync } from 'node:fs'
import type { Ptywright, ResultOf, Termwright, Tuispec, Wrightty, Wsh } from '@polytty/client'
import { type Color, type Snapshot, Terminal } from '../../../packages/terminal/src/index.js'
import type { Shared, Witness } from './clients.js'

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

export async function wrighttyLook(client: Witness<Wrightty>, sessionId: string): Promise<Look> {
  const contents = await client.call('Screen.getContents', { sessionId })
  const { text } = await client.call('Screen.getText', { sessionId })
  const { lines } = await client.call('Screen.getScrollback', { sessionId, lines: 1000 })
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
        underline: attrs.underline,
        reverse: attrs.reverse,
        strikethrough: attrs.strikethrough,
        blink: attrs.blink,
        hidden: attrs.hidden,
        link: hyperlink,
      })),
    ),
  }
}

export async function ptywrightLook(client: Witness<Ptywright>, session: string): Promise<Look> {
  const snapshot = await client.call('session.snapshot', { session, redact: false })
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

export async function termwrightLook(client: Witness<Termwright>): Promise<Look> {
  const screen = await client.call('screen', { format: 'json' })
  if (typeof screen === 'string') throw new Error(`text in place of cells: ${screen}`)
  const text = String(await client.call('screen', { format: 'text' }))
  const { lines } = await client.call('scrollback', { limit: 1000 })
  const color = (given: (typeof screen.cells)[number][number]['fg']) => {
    if (given.type === 'indexed') return `idx:${given.value}`
    return given.type === 'rgb' ? rgbName(given) : given.type
  }
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
export async function tuispecLook(client: Witness<Tuispec>): Promise<Look> {
  const { text, rows, cols } = await client.call('currentView')
  const { snapshotPath } = await client.call('dumpView', { name: 'look' })
  const terminal = new Terminal({ cols, rows, scrollback: 0 })
  terminal.write(readFileSync(snapshotPath, 'utf8').replaceAll('\n', '\r\n'))
  const { cells } = snapshotLook(terminal.snapshot())
  return { rows, cols, text: text.split('\n').map((line) => line.trimEnd()), cells }
}

type WshSpan = Exclude<ResultOf<Wsh, 'get_screen'>['lines'][number], string>[number]

/** Spans are laid over the cells that the other dialects report, `widths` of which come from outside. */
export async function wshLook({ http }: Shared, name: string, like: Look): Promise<Look> {
  const screen = await http.call('get_screen', { session: name })
  const plain = await http.call('get_screen', { session: name, format: 'plain' })
  const all = await http.call('get_scrollback', { session: name, format: 'plain', limit: 1000 })
  const { cols, rows, cursor, first_line_index } = screen
  return {
    cols,
    rows,
    cursor,
    text: plain.lines.map(String),
    alternate: screen.alternate_active,
    ...(!screen.alternate_active && { history: all.lines.slice(0, first_line_index).map(String) }),
    cells: screen.lines.map((spans, row) =>
      spread(typeof spans === 'string' ? [{ text: spans }] : spans, like.cells![row]!),
    ),
  }
}

function spread(spans: readonly WshSpan[], like: readonly LookCell[]): LookCell[] {
  const styles = spans.map((span) => ({
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
    const found = at < rest.length
    last = found ? { text: rest[at]!.slice(0, text.length), ...styles[at]! } : { text: ' ', ...none }
    if (found) rest[at] = rest[at]!.slice(text.length)
    return last
  })
}

function wshColor(color: WshSpan['fg']): string {
  if (!color) return 'default'
  return 'rgb' in color ? rgbName(color.rgb) : `idx:${color.indexed}`
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
