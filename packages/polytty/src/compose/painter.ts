/**
 * Makes another terminal look like a snapshot by printing what differs from what it shows already: rows, the cursor,
 * the modes that decide what its keyboard and mouse send. Lines that left the screen go up out of the other terminal
 * too, so that it can be scrolled back. Knows nothing of sockets or timing.
 */
import { renderAnsi } from '@polytty/render'
import type { Row, Snapshot, Terminal, TerminalModes } from '@polytty/terminal'

/** Lines that scroll away in one picture; in a flood, those before the last ones are passed over. */
const MAX_SCROLLED = 1000

/** Modes that are the same number in the terminal that shows the program. */
const mirrored: readonly (readonly [code: string, isOn: (modes: TerminalModes) => boolean])[] = [
  ['?1', (modes) => modes.cursorKeys],
  ['?2004', (modes) => modes.bracketedPaste],
  ['?1004', (modes) => modes.focusReporting],
  ['?9', (modes) => modes.mouseTracking === 'x10'],
  ['?1000', (modes) => modes.mouseTracking === 'normal'],
  ['?1002', (modes) => modes.mouseTracking === 'button'],
  ['?1003', (modes) => modes.mouseTracking === 'any'],
  ['?1005', (modes) => modes.mouseEncoding === 'utf8'],
  // Pixels are counted where the program is: another terminal's cells may have another size.
  ['?1006', (modes) => modes.mouseEncoding === 'sgr' || modes.mouseEncoding === 'sgrPixel'],
  ['?1015', (modes) => modes.mouseEncoding === 'urxvt'],
  ['?5', (modes) => modes.reverseVideo],
  ['?67', (modes) => modes.backarrowKey],
  ['?1007', (modes) => modes.alternateScroll],
]

/** xterm's key options, as the sequences that set them. */
const keyOptions: readonly ((modes: TerminalModes) => string)[] = [
  (modes) => `>1;${modes.modifyCursorKeys}m`,
  (modes) => `>2;${modes.modifyFunctionKeys}m`,
  (modes) => `>4;${modes.modifyOtherKeys}m`,
  (modes) => `>4;${modes.formatOtherKeys}f`,
]

/** What is painted: a session, as far as the painter looks at it. */
export interface PaintSource {
  readonly terminal: Pick<Terminal, 'cols' | 'firstLine' | 'modes'>
  readonly title: string
  snapshot(): Snapshot
  history(from?: number, count?: number): readonly Row[]
}

interface Shown {
  readonly row: Row | null
  readonly ansi: string
}

/** A row that scrolling left empty. */
const BLANK: Shown = { row: null, ansi: '' }

/** No flags: they have to be given. */
const UNKNOWN = -1

const CURSOR_SHAPES = { block: 1, underline: 3, bar: 5 } as const

export class TerminalPainter {
  private shown: Shown[] = []
  private size = ''
  private alternate = false
  private modes = new Map<string, boolean>()
  private cursor = ''
  private title = ''
  private keypad = false
  private kittyFlags = 0
  /** As a terminal has them at first. */
  private keyOptions = ['>1;2m', '>2;2m', '>4;0m', '>4;0f']
  /** The first line that the other terminal has not had scrolled away. */
  private pushed = 0
  private history = 0
  /** The width in which `pushed` was counted: another one numbers the lines again. */
  private width = 0

  constructor(private readonly source: PaintSource) {}

  /** What comes before the first picture: the last lines of history, pushed up out of sight. */
  begin(rows: number, replay: number): string {
    const total = this.source.snapshot().history
    this.pushed = this.source.terminal.firstLine
    this.history = total
    this.width = this.source.terminal.cols
    const lines = replay > 0 ? this.source.history(Math.max(total - replay, 0)).map((row) => rowAnsi(row)) : []
    const past = lines.map((line) => `${line}\r\n`).join('')
    return `\x1b[0m\x1b[H\x1b[2J${past}${lines.length > 0 ? '\r\n'.repeat(rows) : ''}`
  }

  /** The other terminal may show anything now: the next picture is a whole one. */
  forget(): void {
    this.shown = []
    this.width = 0
    this.size = ''
    this.cursor = ''
  }

  /** What to print; nothing when nothing differs. */
  paint(snapshot: Snapshot): string {
    const parts = [this.switchScreen(snapshot), this.paintModes(), this.scrollAway(snapshot), this.paintRows(snapshot)]
    const changed = parts.join('')
    const cursor = cursorCode(snapshot)
    if (changed === '' && cursor === this.cursor) return ''
    this.cursor = cursor
    return changed === '' ? cursor : `\x1b[?2026h\x1b[?25l${changed}${cursor}\x1b[?2026l`
  }

  private switchScreen(snapshot: Snapshot): string {
    const size = `${snapshot.cols}x${snapshot.rows}`
    const switched = snapshot.alternateScreen !== this.alternate
    if (!switched && size === this.size) return ''
    this.alternate = snapshot.alternateScreen
    this.size = size
    this.shown = []
    // Each of the two screens has kitty flags of its own.
    if (switched && this.kittyFlags !== 0) this.kittyFlags = UNKNOWN
    const screen = switched ? `\x1b[?1049${this.alternate ? 'h' : 'l'}` : ''
    return `${screen}\x1b[0m\x1b[H\x1b[2J`
  }

  private paintModes(): string {
    const { title } = this.source
    const { modes } = this.source.terminal
    const parts: string[] = []
    for (const [code, isOn] of mirrored) {
      const on = isOn(modes)
      if (on === (this.modes.get(code) ?? false)) continue
      this.modes.set(code, on)
      parts.push(`\x1b[${code}${on ? 'h' : 'l'}`)
    }
    if (modes.keypad !== this.keypad) {
      this.keypad = modes.keypad
      parts.push(this.keypad ? '\x1b=' : '\x1b>')
    }
    if (modes.kittyKeyboard !== this.kittyFlags) {
      this.kittyFlags = modes.kittyKeyboard
      parts.push(`\x1b[=${modes.kittyKeyboard};1u`)
    }
    for (const [index, optionOf] of keyOptions.entries()) {
      const option = optionOf(modes)
      if (option === this.keyOptions[index]) continue
      this.keyOptions[index] = option
      parts.push(`\x1b[${option}`)
    }
    if (title !== this.title) {
      this.title = title
      parts.push(`\x1b]2;${title}\x1b\\`)
    }
    return parts.join('')
  }

  /** Lines that left the top since the last picture leave the other terminal's top; a cleared history is cleared there. */
  private scrollAway({ alternateScreen, history, rows, cols }: Snapshot): string {
    if (alternateScreen) return ''
    const { firstLine } = this.source.terminal
    if (cols !== this.width) this.pushed = firstLine
    this.width = cols
    const left = Math.min(firstLine - this.pushed, history, MAX_SCROLLED)
    const cleared = history === 0 && this.history > 0 && firstLine >= this.pushed
    this.pushed = Math.max(firstLine, this.pushed)
    this.history = history
    const lines = left > 0 ? lastLines(this.source, history, left) : []
    const parts = cleared ? ['\x1b[3J'] : []
    for (let at = 0; at < lines.length; at += rows) parts.push(this.push(lines.slice(at, at + rows), cols))
    return parts.join('')
  }

  /** Puts lines at the top, unless they are there already, and scrolls them out of sight. */
  private push(lines: readonly Row[], cols: number): string {
    const parts = lines.map((row, index) => {
      const ansi = rowAnsi(row)
      return this.shown[index]?.ansi === ansi ? '' : placeRow(index, ansi, row.usedCols < cols)
    })
    const kept = this.shown.slice(lines.length)
    this.shown = [...kept, ...this.shown.slice(kept.length).map(() => BLANK)]
    return `\x1b[?7l${parts.join('')}\x1b[?7h\x1b[999;1H${'\n'.repeat(lines.length)}`
  }

  private paintRows(snapshot: Snapshot): string {
    const parts: string[] = []
    for (let index = 0; index < snapshot.rows; index++) {
      const row = snapshot.row(index)
      const known = this.shown[index]
      if (known?.row === row) continue
      const ansi = rowAnsi(row)
      this.shown[index] = { row, ansi }
      if (known?.ansi === ansi) continue
      parts.push(placeRow(index, ansi, row.usedCols < snapshot.cols))
    }
    return parts.length === 0 ? '' : `\x1b[?7l${parts.join('')}\x1b[?7h`
  }
}

/** A row from its first column on; what follows a full one is not erased, since that would take its last character. */
function placeRow(index: number, ansi: string, erase: boolean): string {
  return `\x1b[${index + 1};1H${ansi}\x1b[0m${erase ? '\x1b[K' : ''}`
}

/** Rows are shared by all who paint a session, so each is printed once. */
const printed = new WeakMap<Row, string>()

/** One row as text with styles. */
function rowAnsi(row: Row): string {
  const known = printed.get(row)
  if (known !== undefined) return known
  const ansi = renderAnsi({ rows: 1, cols: Math.max(row.usedCols, 1), row: () => row })
  printed.set(row, ansi)
  return ansi
}

/** The end of a session's history as it was last asked for: others who paint the same moment ask for the same. */
const lastAsked = new WeakMap<PaintSource, { readonly moment: string; readonly rows: readonly Row[] }>()

function lastLines(source: PaintSource, history: number, count: number): readonly Row[] {
  const { firstLine, cols } = source.terminal
  const moment = `${firstLine};${history};${cols}`
  const known = lastAsked.get(source)
  if (known?.moment === moment && known.rows.length >= count) return known.rows.slice(-count)
  const rows = source.history(history - count)
  lastAsked.set(source, { moment, rows })
  return rows
}

function cursorCode({ cursor }: Snapshot): string {
  const shape = CURSOR_SHAPES[cursor.shape] + (cursor.blinking ? 0 : 1)
  return `\x1b[${cursor.row + 1};${cursor.col + 1}H\x1b[${shape} q\x1b[?25${cursor.visible ? 'h' : 'l'}`
}
