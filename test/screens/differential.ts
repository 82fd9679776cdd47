/**
 * The engine beside @xterm/headless on the same random stream. Only sequences that both support, and none of the cases
 * where they are known to differ: those are listed here, each with the reason.
 *
 * - A pending wrap: xterm.js keeps it as a column beyond the last, xterm and we as a flag. Erasing to the right then
 *   spares (xterm.js) or takes (xterm) the last cell, and saving and restoring the cursor forgets it (xterm.js). So
 *   every piece that is not text or a plain move starts with a carriage return.
 * - Alternate screen: xterm.js fills it with the background colour when it is shown, does not clear it again with 1049
 *   when it is shown already, and clears it when 47 leaves it, which xterm does not. Margins, tab stops and what 1049
 *   saves are kept for each screen. So it comes with a fresh pen, no margins, never with tab stops, and by 1047 only.
 * - DECALN: xterm.js gives the letters the current pen and leaves the margins. SD: xterm.js brings in lines without the
 *   background colour. So these come with a fresh pen and without margins.
 * - The half that is left of a cut wide character: the pen (xterm.js) or only its background (we, as xterm). So wide
 *   characters and colours are not in one stream.
 * - Without autowrap, a character over the second half of a wide one at the edge leaves the first half in xterm.js. So
 *   autowrap is not turned off in streams with wide characters.
 * - DECSC: the saved row scrolls with the text in xterm.js. So the cursor is restored before anything scrolls.
 * - ED 1 with the cursor on the last row throws in xterm.js 6; such streams are passed over.
 * - Origin mode: relative moves at the margins end elsewhere in xterm.js. So it is set only around an absolute position.
 * - SU: xterm.js moves lines without keeping them; we put them into the history, as xterm does. Only screens are compared.
 */
import { createRequire } from 'node:module'
import { type Color, Terminal } from '../../packages/terminal/src/index.js'
import { seeded } from './random-stream.js'

const xterm = createRequire(import.meta.url)('@xterm/headless') as typeof import('@xterm/headless')

type Random = (limit: number) => number

const words = [
  'a',
  'word',
  'hello world',
  '0123456789',
  'the quick brown fox jumps over the lazy dog',
  ' ',
  'é',
  '日本',
]
const attributes = [
  '0',
  '1',
  '2',
  '3',
  '4',
  '7',
  '8',
  '9',
  '22',
  '23',
  '24',
  '27',
  '31',
  '97',
  '42',
  '105',
  '38;5;200',
  '48;2;9;8;7',
  '39',
  '49',
]

function piece(random: Random, rows: number, cols: number, colored: boolean, tabs: boolean): string {
  const count = (limit: number): string => (random(4) === 0 ? '' : `${random(limit)}`)
  switch (random(18)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return words[random(colored ? words.length - 1 : words.length)]
    case 4:
      return ['\r\n', '\r\n', '\r', '\n'][random(4)]
    case 5:
      return `\r${['\t', '\x1bD', '\x1bM', '\x1bE', '\x1b7\x1b[2;2Hok\x1b8'][random(5)]}`
    case 6:
      if (!colored) return ''
      return random(9) === 0 ? `\r\x1b[m\x1b[${count(4)}T` : `\x1b[${attributes[random(attributes.length)]}m`
    case 7:
    case 8:
      return `\x1b[${1 + random(rows + 2)};${1 + random(cols)}H`
    case 9:
      return `\r\x1b[${count(5)}${'ABCE'[random(4)]}`
    case 10:
      return `\r\x1b[${1 + random(cols)}G\x1b[${random(3)}${'JK'[random(2)]}`
    case 11:
      return `\r\x1b[${1 + random(cols)}G\x1b[${count(6)}${'XP@LMSd'[random(7)]}`
    case 12:
      return random(2) === 0 ? '\r\x1b[r' : `\r\x1b[${1 + random(rows)};${1 + random(rows)}r`
    case 13:
      if (random(3) === 0) return colored ? `\r\x1b[?7${'hl'[random(2)]}` : ''
      if (tabs || random(2) === 0) return `\r\x1b[?6h\x1b[${1 + random(rows)};2Hat\x1b[?6l`
      return switchScreen(random)
    case 14:
      return `\r\x1b[4${'hl'[random(2)]}`
    case 15:
      return random(2) === 0 ? '\r\x1b[m\x1b[r\x1b#8' : '\r\x1b[!p'
    case 16:
      return `x\x1b[${count(9)}b`
    default:
      if (!tabs) return ''
      return random(3) === 0 ? '\r\x1b[3g' : `\r\x1b[${1 + random(cols)}G\x1bH`
  }
}

function switchScreen(random: Random): string {
  return `\r\x1b[m\x1b[r\x1b[?1047l${random(2) === 0 ? '\x1b[?1047h' : ''}`
}

export function differentialStream(seed: number, rows: number, cols: number, pieces: number): string {
  const random = seeded(seed)
  let text = ''
  for (let i = 0; i < pieces; i++) text += piece(random, rows, cols, seed % 2 === 0, seed % 3 === 0)
  return text
}

interface XtermCell {
  getChars(): string
  getWidth(): number
  isFgDefault(): boolean
  isFgRGB(): boolean
  getFgColor(): number
  isBgDefault(): boolean
  isBgRGB(): boolean
  getBgColor(): number
  isBold(): number
  isItalic(): number
  isDim(): number
  isUnderline(): number
  isInverse(): number
  isInvisible(): number
  isStrikethrough(): number
}

function color(value: Color): string {
  if (value === null) return '-'
  return typeof value === 'number' ? `${value}` : `#${(value.r << 16) | (value.g << 8) | value.b}`
}

function xtermColor(isDefault: boolean, isRgb: boolean, value: number): string {
  return isDefault ? '-' : isRgb ? `#${value}` : `${value}`
}

/** Text, colours and flags of a screen as one line per row. */
function describeXterm(text: string, rows: number, cols: number): string[] {
  const terminal = new xterm.Terminal({ cols, rows, scrollback: 100, allowProposedApi: true, logLevel: 'off' })
  const core = (terminal as unknown as { _core: { writeSync(data: string): void } })._core
  core.writeSync(text)
  const buffer = terminal.buffer.active
  const lines: string[] = []
  for (let row = 0; row < rows; row++) {
    let line = ''
    for (let col = 0; col < cols; col++) {
      const cell = buffer.getLine(buffer.baseY + row)!.getCell(col) as unknown as XtermCell
      const flags = [
        cell.isBold(),
        cell.isDim(),
        cell.isItalic(),
        cell.isUnderline(),
        cell.isInverse(),
        cell.isInvisible(),
        cell.isStrikethrough(),
      ]
      const fg = xtermColor(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor())
      const bg = xtermColor(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor())
      const chars = cell.getWidth() === 0 ? '' : cell.getChars() || ' '
      line += `[${chars} ${fg} ${bg} ${flags.map((flag) => (flag ? 1 : 0)).join('')}]`
    }
    lines.push(line)
  }
  lines.push(`cursor ${buffer.cursorY},${Math.min(buffer.cursorX, cols - 1)}`)
  terminal.dispose()
  return lines
}

function describeOurs(text: string, rows: number, cols: number): string[] {
  const terminal = new Terminal({ cols, rows, scrollback: 100 })
  terminal.write(text)
  const snapshot = terminal.snapshot()
  const lines: string[] = []
  for (let row = 0; row < rows; row++) {
    let line = ''
    for (let col = 0; col < cols; col++) {
      const cell = snapshot.cell(row, col)
      const flags = [
        cell.bold,
        cell.dim,
        cell.italic,
        cell.underline !== 'none',
        cell.reverse,
        cell.hidden,
        cell.strikethrough,
      ]
      const chars = cell.width === 0 ? '' : cell.text || ' '
      line += `[${chars} ${color(cell.fg)} ${color(cell.bg)} ${flags.map((flag) => (flag ? 1 : 0)).join('')}]`
    }
    lines.push(line)
  }
  lines.push(`cursor ${snapshot.cursor.row},${snapshot.cursor.col}`)
  return lines
}

/** The first line that differs, with both versions; null when the screens are the same. */
export function findDifference(
  text: string,
  rows: number,
  cols: number,
): { line: number; ours: string; xterm: string } | null {
  const ours = describeOurs(text, rows, cols)
  let theirs: string[]
  try {
    theirs = describeXterm(text, rows, cols)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
  for (const [line, mine] of ours.entries()) if (mine !== theirs[line]) return { line, ours: mine, xterm: theirs[line] }
  return null
}
