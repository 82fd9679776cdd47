/**
 * Recorded streams of other terminals with the screens they expect, read from beside the project where they exist.
 * Cases where we differ on purpose are listed with the reason; they must still differ, or the list is out of date.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type Cell, type Color, Terminal } from '../../packages/terminal/src/index.js'
import { needsPath } from '../support/needs.js'

const suites = fileURLToPath(new URL('../../../shared/vt-suites', import.meta.url))
const alacritty = join(suites, 'alacritty-ref')
const fixtures = join(suites, 'xterm-fixtures')

/** What xterm does was measured: version 379, run on the bytes in question, its screen read back by DECRQCRA. */
const alacrittyDiffers: Readonly<Record<string, string>> = {
  decaln_reset: 'DECALN moves the cursor home in xterm 379, in xterm.js 6 and by DEC STD 070; alacritty leaves it',
  deccolm_reset: 'without mode 40 xterm 379 ignores DECCOLM, cursor and all; alacritty clears the screen',
  erase_in_line:
    'EL at a pending wrap erases the last cell in xterm 379 (and in its fixture t0055-EL); alacritty spares it',
  selective_erasure: 'alacritty does not implement DECSED and DECSEL (ctlseqs: CSI ? J, CSI ? K); xterm 379 does',
  underline:
    'SGR 21 is a double underline in ECMA-48, and xterm 379 reports it as 21; alacritty reads it as "not bold"',
}

const fixtureDiffers: Readonly<Record<string, string>> = {
  't0060-DECSC':
    'xterm 379 gives our screen: DECSC keeps a pending wrap, as alacritty-ref/saved_cursor_alt expects too',
  't0061-CSI_s': 'the same for CSI s and CSI u',
  't0032-VPB': 'xterm has no VPB; ECMA-48 and other terminals do',
  't0033-VPB_scroll': 'the same',
  't0103-reverse_wrap': 'recorded before xterm 383, which keeps mode 45 within wrapped lines and gave the rest to 1045',
}

const named = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White']
const underlines = {
  none: null,
  single: 'UNDERLINE',
  double: 'DOUBLE_UNDERLINE',
  curly: 'UNDERCURL',
  dotted: 'DOTTED_UNDERLINE',
  dashed: 'DASHED_UNDERLINE',
}
const layout = new Set(['WRAPLINE', 'WIDE_CHAR', 'WIDE_CHAR_SPACER', 'LEADING_WIDE_CHAR_SPACER'])

interface RefColor {
  Named?: string
  Indexed?: number
  Spec?: { r: number; g: number; b: number }
}

interface RefCell {
  c: string
  fg: RefColor
  bg: RefColor
  flags: string
  extra: {
    zerowidth?: string[]
    underline_color?: RefColor | null
    hyperlink?: { inner: { uri: string } } | null
  } | null
}

function refColor(color: RefColor | null | undefined): Color {
  if (!color) return null
  if (color.Spec) return color.Spec
  if (color.Indexed !== undefined) return color.Indexed
  const index = named.indexOf(color.Named!.replace('Bright', ''))
  return index < 0 ? null : index + (color.Named!.startsWith('Bright') ? 8 : 0)
}

function expected(cell: RefCell) {
  const flags = cell.flags.split(' | ').filter((name) => name !== '')
  const blank = cell.c === '\t' || flags.includes('WIDE_CHAR_SPACER')
  return {
    text: (blank ? ' ' : cell.c) + (cell.extra?.zerowidth ?? []).join(''),
    width: flags.includes('WIDE_CHAR') ? 2 : flags.includes('WIDE_CHAR_SPACER') ? 0 : 1,
    fg: refColor(cell.fg),
    bg: refColor(cell.bg),
    underlineColor: refColor(cell.extra?.underline_color),
    link: cell.extra?.hyperlink?.inner.uri ?? null,
    flags: flags.filter((name) => !layout.has(name)).sort(),
  }
}

function actual(cell: Cell) {
  const flags: (string | null)[] = [
    cell.bold ? 'BOLD' : null,
    cell.dim ? 'DIM' : null,
    cell.italic ? 'ITALIC' : null,
    cell.reverse ? 'INVERSE' : null,
    cell.hidden ? 'HIDDEN' : null,
    cell.strikethrough ? 'STRIKEOUT' : null,
    underlines[cell.underline],
  ]
  return {
    text: cell.text === '' ? ' ' : cell.text,
    width: cell.width,
    fg: cell.fg,
    bg: cell.bg,
    underlineColor: cell.underlineColor,
    link: cell.hyperlink?.uri ?? null,
    flags: flags.filter((name) => name !== null).sort(),
  }
}

/** Positions where a recording's grid and ours differ. */
function compareRecording(name: string): string[] {
  const read = (file: string) => JSON.parse(readFileSync(join(alacritty, name, file), 'utf8'))
  const { columns, screen_lines: lines } = read('size.json')
  const terminal = new Terminal({ cols: columns, rows: lines, scrollback: read('config.json').history_size })
  terminal.write(readFileSync(join(alacritty, name, 'alacritty.recording')))
  const { inner, zero } = read('grid.json').raw
  const snapshot = terminal.snapshot()
  const differences: string[] = []
  for (let row = 0; row < lines; row++) {
    const cells: RefCell[] = inner[(zero + lines - 1 - row) % inner.length].inner
    const wraps = cells[columns - 1].flags.includes('WRAPLINE')
    if (wraps !== snapshot.row(row).wrapped) differences.push(`row ${row} wrapped`)
    for (let col = 0; col < columns; col++) {
      const want = JSON.stringify(expected(cells[col]))
      const got = JSON.stringify(actual(snapshot.cell(row, col)))
      if (want !== got) differences.push(`${row},${col}: ${want} but got ${got}`)
    }
  }
  return differences
}

/** The fixtures were recorded behind a tty that turns a line feed into carriage return and line feed. */
function compareFixture(name: string): string[] {
  const input = readFileSync(join(fixtures, `${name}.in`), 'latin1').replace(/\r?\n/g, '\r\n')
  const terminal = new Terminal({ cols: 80, rows: 25 })
  terminal.write(Uint8Array.from(input, (char) => char.charCodeAt(0)))
  const want = readFileSync(join(fixtures, `${name}.text`), 'utf8').split('\n')
  const got = terminal.snapshot().text().split('\n')
  return got.flatMap((line, row) => {
    const expectedLine = (want[row] ?? '').trimEnd()
    return line === expectedLine ? [] : [`${row}: ${expectedLine}\n   ${line}`]
  })
}

const found = needsPath(suites, `no ${suites}`)
// Where they are missing, one name stands for all.
const recordings = found.skip ? ['all'] : readdirSync(alacritty)
const inputs = found.skip ? ['all.in'] : readdirSync(fixtures).filter((file) => file.endsWith('.in'))

describe('recorded streams (../shared/vt-suites)', found, () => {
  test.each(recordings)('alacritty-ref %s', (name) => {
    const differences = compareRecording(name)
    if (name in alacrittyDiffers) expect(differences.length, alacrittyDiffers[name]).toBeGreaterThan(0)
    else expect(differences.slice(0, 5)).toEqual([])
  })

  test.each(inputs.map((file) => file.slice(0, -3)))('xterm-fixtures %s', (name) => {
    const differences = compareFixture(name)
    if (name in fixtureDiffers) expect(differences.length, fixtureDiffers[name]).toBeGreaterThan(0)
    else expect(differences).toEqual([])
  })
})
