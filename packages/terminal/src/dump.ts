/**
 * A terminal as a text that rebuilds it in a fresh one of the same size: history, both screens, pen, margins, modes,
 * stacks, titles and colours. Rows, in dump-rows.ts, are written in order and scrolled up, so that the history grows as
 * it did.
 */
import { dumpImages, dumpPieces } from './dump-images.js'
import { csi, exactly, linkCode, RowWriter, waitToWrap, wouldJoin } from './dump-rows.js'
import { modeTable } from './modes.js'
import type { Grid } from './screen/grid.js'
import { copyRow } from './screen/grid-rows.js'
import { flag } from './screen/styles.js'
import { wideHead, widthMask } from './screen/tables.js'
import { cursorBlinkMode, type SavedCursor, slow, type TerminalState } from './screen/terminal-state.js'
import { describePen } from './sequences/describe-pen.js'
import { describeRgb } from './sequences/osc-text.js'
import { describeChoice } from './sequences/sgr.js'

/** The width that mode 3 makes. */
const wideCols = 132

/** Without its history it rebuilds the screens alone. */
export function dumpTerminal(m: TerminalState, { history = true } = {}): string {
  let text = dumpSavedModes(m)
  // These before all else, as they reset or clear what follows.
  if (m.modeIsSet('columns132') && m.cols === wideCols) text += `${csi}?40h${csi}?3h${csi}?40l`
  if (m.modeIsSet('savedCursor')) text += `${csi}?1048h${csi}!p`
  if (m.conformanceLevel < 64) text += `${csi}${m.conformanceLevel};1"p`
  const writer = new RowWriter(m)
  if (history) writer.mainScreen()
  else writer.screen(m.main)
  text += writer.text
  if (m.savedMain) text += dumpSaved(m, m.main, m.savedMain)
  text += dumpKeyboardStack(m, false)
  return text + dumpAlternate(m) + dumpState(m)
}

/** The alternate screen, also where it is hidden and would be found again. Mode 47 neither saves nor clears. */
function dumpAlternate(m: TerminalState): string {
  const { alternate } = m
  if (!alternate) return ''
  const writer = new RowWriter(m)
  writer.screen(alternate)
  let text = `${csi}?47h${writer.text}`
  if (m.savedAlternate) text += dumpSaved(m, alternate, m.savedAlternate)
  text += dumpKeyboardStack(m, true)
  return m.isAlternate ? text : `${text}${csi}?47l`
}

function dumpKeyboardStack(m: TerminalState, isAlternate: boolean): string {
  const [first, ...pushed] = m.keyboard.entries(isAlternate)
  return (first === 0 ? '' : `${csi}=${first}u`) + pushed.map((flags) => `${csi}>${flags}u`).join('')
}

const alternateModes = new Set(['alternateScreen47', 'alternateScreen1047', 'alternateScreen'])

/** What XTSAVE holds: each mode is made so, saved and put back, while there is nothing yet that this could change. */
function dumpSavedModes(m: TerminalState): string {
  let text = ''
  for (const [index, value] of m.savedModes) {
    const { number, name, initial } = modeTable[index]
    const through = alternateModes.has(name) ? 47 : number
    const set = (on: boolean): string => `${csi}?${through}${on ? 'h' : 'l'}`
    // Without mode 40 this one stays as it is, and with it the width could change.
    if (name === 'columns132' && value !== 0) continue
    const differs = (value !== 0) !== initial
    text += `${differs ? set(!initial) : ''}${csi}?${number}s${differs ? set(initial) : ''}`
  }
  return text === '' ? '' : `${text}${csi}!p`
}

const designating = ['(', ')', '*', '+']
/** The same for a set of 96 characters, whose name has a dash before it. */
const designating96 = ['', '-', '.', '/']
const shifts = ['\x0f', '\x0e', '\x1bn', '\x1bo']

function dumpCharsets(designators: readonly string[], gl: number): string {
  const designate = (name: string, slot: number): string =>
    name.startsWith('-') ? designating96[slot] + name.slice(1) : designating[slot] + name
  return designators.map((name, slot) => `\x1b${designate(name, slot)}`).join('') + shifts[gl]
}

/** Moves to a saved cursor, saves it, and leaves a fresh pen. */
function dumpSaved(m: TerminalState, grid: Grid, saved: SavedCursor): string {
  const pen = `${csi}${describePen(saved)}m`
  const guard = `${csi}${saved.flags & flag.protected ? 1 : 0}"q`
  const origin = saved.origin ? `${csi}?6h` : ''
  const place = (col: number): string => `${saved.row + 1};${col + 1}`
  let cursor = `${csi}${place(saved.col)}H`
  const last = grid.lastCol(saved.row)
  if (saved.wrapPending && saved.col <= last) {
    // Elsewhere than at the edge it waits after a back tab, or at a margin that is no more: a back tab does for both.
    const back = saved.col < last ? `${csi}Z` : ''
    cursor = `${csi}3g${cursor}\x1bH${waitToWrap(m, grid, saved.row, last, place)}${back}`
  }
  const fresh = `${csi}?6l${csi}m${csi}0"q${dumpCharsets(['B', 'B', 'B', 'B'], 0)}`
  return `${origin}${cursor}${pen}${guard}${dumpCharsets(saved.designators, saved.gl)}\x1b7${fresh}`
}

/** Modes that other parts of the dump restore, or whose setting acts on the screen. */
const restoredElsewhere = new Set([
  'alternateScreen47',
  'alternateScreen1047',
  'alternateScreen',
  'savedCursor',
  'columns132',
  'origin',
  'leftRightMargins',
  'ansi',
])

function dumpModes(m: TerminalState): string {
  let text = ''
  for (const [index, mode] of modeTable.entries()) {
    const on = m.modes[index] !== 0
    if (on === mode.initial || restoredElsewhere.has(mode.name) || index === cursorBlinkMode) continue
    text += `${csi}${mode.private ? '?' : ''}${mode.number}${on ? 'h' : 'l'}`
  }
  return text
}

function dumpState(m: TerminalState): string {
  let text = `${csi}3g`
  for (let col = 0; col < m.cols; col++) if (m.tabs[col] !== 0) text += `${csi}${col + 1}G\x1bH`
  if (!m.fullWidth) text += `${csi}?69h${csi}${m.left + 1};${m.right + 1}s`
  else if (m.modeIsSet('leftRightMargins')) text += `${csi}?69h`
  if (m.top > 0 || m.bottom < m.rows - 1) text += `${csi}${m.top + 1};${m.bottom + 1}r`
  text += dumpPalette(m)
  for (const saved of m.titleStack) text += `${dumpTitles(saved)}${csi}22;0t`
  if (m.titleStack.length > 0 || m.title !== '' || m.iconName !== '') text += dumpTitles(m)
  const shape = { block: 2, underline: 4, bar: 6 }[m.cursorShape]
  text += `${csi}${shape - m.modes[cursorBlinkMode]} q`
  for (const [kind, value] of m.keyboard.modify.changed())
    text += value < 0 ? `${csi}>${kind}n` : `${csi}>${kind};${value}m`
  for (const [kind, value] of m.keyboard.format.changed()) text += `${csi}>${kind};${value}f`
  if (m.origin) text += `${csi}?6h`
  text += dumpCursor(m)
  if (m.attributeExtent !== 0) text += `${csi}${m.attributeExtent}*x`
  if (m.checksumMode !== 0) text += `${csi}${m.checksumMode}#y`
  for (const saved of m.sgrStack) text += describeChoice(saved)
  text += `${csi}${describePen(m.pen.parts)}m${csi}${m.pen.isProtected ? 1 : 0}"q`
  if (m.isoProtection) text += m.pen.isProtected ? '\x1bV' : '\x1bV\x1bW'
  const link = m.tables.links[m.pen.link]
  if (link) text += linkCode(link)
  if (m.eightBitReplies) text += '\x1b G'
  for (const mode of [0, 1, 2, 3]) if (m.titleModes & (1 << mode)) text += `${csi}>${mode}t`
  text += dumpCharsets(m.designators, m.gl) + dumpModes(m)
  if (m.singleShift !== 0) text += m.singleShift === 2 ? '\x1bN' : '\x1bO'
  text += dumpImages(m) + dumpPieces(m)
  // Last, as nothing of the above would be understood after it.
  return m.vt52 ? `${text}${csi}?2l` : text + dumpLastPrinted(m)
}

/** The colours that were saved, slot by slot, and those of now. */
function dumpPalette({ palette }: TerminalState): string {
  const { current } = palette.stack
  const setting = (colors: ReturnType<typeof palette.changed>): string =>
    colors.map(({ set, color }) => `\x1b]${set};${describeRgb(color)}\x1b\\`).join('')
  const resetting = (colors: ReturnType<typeof palette.changed>): string =>
    colors.map(({ reset }) => `\x1b]${reset}\x1b\\`).join('')
  let text = ''
  // The slot that was used last is the current one; where that is none, the one above it was popped.
  const isCurrent = (slot: number): number => (slot === current ? 1 : 0)
  const slots = palette.saved().sort(([a], [b]) => isCurrent(a) - isCurrent(b))
  for (const [slot, colors] of slots) text += `${setting(colors)}${csi}${slot}#P${resetting(colors)}`
  const popped = slots.find(([slot]) => slot === current + 1)
  if (popped && !slots.some(([slot]) => slot === current)) text += `${csi}${popped[0]}#Q${resetting(popped[1])}`
  return text + setting(palette.changed())
}

function dumpTitles({ title, iconName }: { readonly title: string; readonly iconName: string }): string {
  return `\x1b]1;${iconName}\x1b\\\x1b]2;${title}\x1b\\`
}

/**
 * The character that REP would repeat, printed over itself: nothing came between it and now. Where that would print
 * something else, it is left out.
 */
function dumpLastPrinted(m: TerminalState): string {
  const width = (m.lastPrinted & widthMask) === wideHead ? 2 : 1
  const col = m.wrapPending ? m.cursorCol - width + 1 : m.cursorCol - width
  const line = m.grid.line(m.cursorRow)
  const isThere = col >= 0 && m.grid.codeAt(line, col) === m.lastPrinted && m.grid.styleAt(line, col) === m.printStyle()
  if (m.lastPrinted === 0 || !isThere || m.slowPrint & slow.prepend) return ''
  const text = m.tables.textOf(m.lastPrinted)
  const isMapped = m.charsets[m.gl] !== null && m.charsets[m.gl]?.[text.charCodeAt(0)] !== text.charCodeAt(0)
  if ((text < '\x7f' && isMapped) || wouldJoin(m.tables, copyRow(m.grid, m.cursorRow, m.tables), col)) return ''
  const [top, left] = m.origin ? [m.top, m.left] : [0, 0]
  if (m.cursorRow < top || col < left) return ''
  const room = m.slowPrint & slow.insert ? `${csi}${width}P` : ''
  return `${csi}${m.cursorRow - top + 1};${col - left + 1}H${room}${exactly(text, width)}`
}

/** The cursor; where it waits to wrap, its character is printed once more to make it wait again. */
function dumpCursor(m: TerminalState): string {
  // DECRC can leave it before the margins that origin mode counts from; DECRSPS gets it there again.
  if (m.origin && (m.cursorRow < m.top || m.cursorCol < m.left || m.cursorCol > m.right)) {
    const wait = m.wrapPending ? 'I' : 'A'
    return `\x1bP1$t${m.cursorRow + 1};${m.cursorCol + 1};1;@;@;${wait};0;2;@;BBBB\x1b\\`
  }
  const row = m.cursorRow - (m.origin ? m.top : 0) + 1
  const place = (col: number): string => `${row};${col - (m.origin ? m.left : 0) + 1}`
  const move = `${csi}${place(m.cursorCol)}H`
  const last = m.grid.lastCol(m.cursorRow)
  // Beyond the half that a row of double width has, nothing can be printed to make it wait.
  if (!m.wrapPending || m.cursorCol > last) return move
  if (m.cursorCol === m.right || m.cursorCol === last) return waitToWrap(m, m.grid, m.cursorRow, m.cursorCol, place)
  // Elsewhere it waits after back tabs; when the tab stops or the margins have changed since, that is not kept.
  let tabs = 0
  for (let col = m.cursorCol; col < last; col++) if (m.tabs[col] !== 0 || col === 0) tabs++
  const reachable = !m.origin && (m.cursorCol === 0 || m.tabs[m.cursorCol] !== 0)
  return reachable ? `${waitToWrap(m, m.grid, m.cursorRow, last, place)}${csi}${tabs}Z` : move
}
