/**
 * The bytes that bring a terminal to what a pane shows, from what tmux says of it: history and screen, the screen behind
 * the alternate one, the cursor, the modes that tmux reports, and the beginning of an escape sequence that is not whole.
 * tmux does not say what colours a program would print with next, or where it saved the cursor.
 */

import { hostname } from 'node:os'
import { CarriedPen } from '../carried-pen.js'
import type { Command } from './control.js'
import { decodeOctal } from './octal.js'

/** Flags of the pane, in the order in which `STATE_FORMAT` has them; empty where this tmux does not know one. */
const flags = [
  ...(['alternate_on', 'cursor_x', 'cursor_y', 'cursor_flag', 'insert_flag', 'keypad_cursor_flag'] as const),
  ...([
    'keypad_flag',
    'origin_flag',
    'wrap_flag',
    'mouse_all_flag',
    'mouse_button_flag',
    'mouse_standard_flag',
  ] as const),
  ...(['mouse_sgr_flag', 'mouse_utf8_flag', 'scroll_region_upper', 'scroll_region_lower'] as const),
  ...([
    'alternate_saved_x',
    'alternate_saved_y',
    'pane_width',
    'pane_height',
    'bracket_paste_flag',
    'history_size',
  ] as const),
] as const

type Flag = (typeof flags)[number]
type State = Readonly<Record<Flag, number | null>>

const STATE_FORMAT = `state ${flags.map((name) => `#{${name}}`).join(',')} #{pane_tabs} #{pane_title}`

/** Lines of history that are read; as many as a session keeps if no one says otherwise. */
const HISTORY_LINES = 10_000

/** What to ask about a pane, at one moment. Rows are joined where they are one line, and once more not. */
export function captureCommands(pane: string): readonly Command[] {
  const capture = (options: string): Command => ({ text: `capture-pane -p -e ${options} -t ${pane}`, quotes: true })
  return [
    { text: `display-message -p -t ${pane} "${STATE_FORMAT}"` },
    capture(`-J -S -${HISTORY_LINES} -E -1`),
    capture('-N'),
    capture('-J'),
    capture('-N -a -q'),
    { text: `capture-pane -p -P -C -t ${pane}`, quotes: true },
  ]
}

export interface Restored {
  readonly cols: number
  readonly rows: number
  readonly bytes: Buffer
}

type Captured = readonly Buffer[]

/** The answers to these, as bytes for a terminal of that size. */
export function restore(answers: readonly Captured[]): Restored {
  const [state = [], history = [], shown = [], joined = [], behind = [], unfinished = []] = answers
  const { values, tabs, title } = readState(state[0]?.toString() ?? '')
  const cols = values.pane_width ?? 80
  const rows = values.pane_height ?? 24
  const above = values.history_size ?? 0
  const parts = [
    ...[RESET, `\x1b]2;${title}\x07`],
    // Without history tmux gives the first row of the screen instead.
    ...(above > 0 ? scrolledAway(history, Math.min(above, rows - 1), rows) : []),
    ...(values.alternate_on === 1 ? [...rowByRow(behind, null), place(values, 'saved'), '\x1b[?1049h'] : []),
    ...rowByRow(shown, joined),
    ...[...tabStops(tabs), PLAIN, ...region(values, rows), ...cursor(values, shown, cols), ...modes(values), '\x1b)B'],
  ]
  const bytes = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))
  return { cols, rows, bytes: Buffer.concat([...bytes, decoded(unfinished)]) }
}

/** A full reset, which also forgets the history; tmux writes line drawing as characters of the second set. */
const RESET = '\x1bc\x1b[3J\x1b)0'
/** No colours, and the first set. */
const PLAIN = '\x1b[m\x0f'

/** Lines above the screen: printed, and moved out of it. */
function* scrolledAway(lines: Captured, onScreen: number, rows: number): Generator<Buffer | string> {
  const pen = new CarriedPen()
  for (const line of lines) {
    yield line
    pen.take(line)
    // A new row has the colours of that moment.
    yield `\x1b[m\r\n${pen.sequence()}`
  }
  yield `\x1b[m\x1b[${rows};1H${'\n'.repeat(onScreen)}`
}

/** Each row in its place; those that are one line are printed as one. `joined` is null where that is not known. */
function* rowByRow(shown: Captured, joined: Captured | null): Generator<Buffer | string> {
  yield PLAIN
  let row = 0
  for (const line of joined ?? shown) {
    // An empty row that continues a full one leaves no trace among the joined.
    while (row < shown.length && !beginsWith(line, shown[row])) row++
    if (row === shown.length) return
    yield `\x1b[${row + 1};1H`
    yield shown[row]
    for (let length = shown[row++].length; row < shown.length && length < line.length; length += shown[row++].length)
      yield shown[row]
  }
}

function beginsWith(line: Buffer, row: Buffer): boolean {
  return row.length === 0 ? line.length === 0 : line.subarray(0, row.length).equals(row)
}

function readState(line: string): { values: State; tabs: string; title: string } {
  const [, numbers = '', tabs = '', ...title] = line.split(' ')
  const found = numbers.split(',')
  const values = Object.fromEntries(flags.map((name, index) => [name, found[index] ? Number(found[index]) : null]))
  const text = title.join(' ').replace(/\p{Cc}/gu, '')
  // What tmux calls a pane whose program has said nothing.
  return { values: values as State, tabs, title: text === hostname() ? '' : text }
}

function tabStops(stops: string): string[] {
  const columns = stops.split(',').filter((stop) => /^\d+$/.test(stop))
  const isUsual = columns.every((stop, index) => Number(stop) === (index + 1) * 8)
  return isUsual ? [] : ['\x1b[3g', ...columns.map((stop) => `\x1b[1;${Number(stop) + 1}H\x1bH`)]
}

function region(values: State, rows: number): string[] {
  const upper = values.scroll_region_upper ?? 0
  const lower = values.scroll_region_lower ?? rows - 1
  return [
    ...(upper > 0 || lower < rows - 1 ? [`\x1b[${upper + 1};${lower + 1}r`] : []),
    ...(values.origin_flag === 1 ? ['\x1b[?6h'] : []),
  ]
}

/** The cursor in its place. Past the last column it stands only after that was printed, so its row is printed again. */
function cursor(values: State, shown: Captured, cols: number): (Buffer | string)[] {
  const isPast = (values.cursor_x ?? 0) >= cols
  if (!isPast) return [place(values, 'now')]
  const row = values.cursor_y ?? 0
  const pen = new CarriedPen()
  for (const above of shown.slice(0, row)) pen.take(above)
  return [place({ ...values, cursor_x: 0 }, 'now'), pen.sequence(), shown[row] ?? '', PLAIN]
}

function modes(values: State): string[] {
  const on = (flag: Flag, set: string): string[] => (values[flag] === 1 ? [set] : [])
  return [
    ...on('insert_flag', '\x1b[4h'),
    ...on('keypad_cursor_flag', '\x1b[?1h'),
    ...on('keypad_flag', '\x1b='),
    ...on('mouse_standard_flag', '\x1b[?1000h'),
    ...on('mouse_button_flag', '\x1b[?1002h'),
    ...on('mouse_all_flag', '\x1b[?1003h'),
    ...on('mouse_utf8_flag', '\x1b[?1005h'),
    ...on('mouse_sgr_flag', '\x1b[?1006h'),
    ...on('bracket_paste_flag', '\x1b[?2004h'),
    ...(values.wrap_flag === 0 ? ['\x1b[?7l'] : []),
    ...(values.cursor_flag === 0 ? ['\x1b[?25l'] : []),
  ]
}

/** The cursor's place, with regard to the region where the program asked for that. */
function place(values: State, which: 'now' | 'saved'): string {
  const row = (values[which === 'now' ? 'cursor_y' : 'alternate_saved_y'] ?? 0) + 1
  const column = (values[which === 'now' ? 'cursor_x' : 'alternate_saved_x'] ?? 0) + 1
  if (which === 'saved' || values.origin_flag !== 1) return `\x1b[${row};${column}H`
  return `\x1b[${row - (values.scroll_region_upper ?? 0)};${column}H`
}

/** What tmux has read of a sequence that is not whole; it writes that as it writes output. */
function decoded(captured: Captured): Buffer {
  const escaped = Buffer.concat(captured.flatMap((line, index) => (index === 0 ? [line] : [Buffer.from('\n'), line])))
  const bytes = Buffer.alloc(escaped.length)
  return bytes.subarray(0, decodeOctal(escaped, 0, escaped.length, bytes))
}
