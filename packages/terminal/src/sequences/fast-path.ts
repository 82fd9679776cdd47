/**
 * The fast path through a stream: printable ASCII, line ends, and control sequences that are all there, in one loop over
 * the bytes. It is one long function on purpose: the cursor and the row under it stay in local variables, and are written
 * back only when something else needs them. Other characters are printed in screen/characters.ts, and whatever is cut,
 * malformed or rare is left to the parser.
 */
import { input } from '../parser/input.js'
import type { Params } from '../parser/params.js'
import { sequenceKey } from '../parser/sink.js'
import { writeCharacters } from '../screen/characters.js'
import { printMapped } from '../screen/print.js'
import { scrollScreen, wrapLine } from '../screen/scroll.js'
import { internedBit } from '../screen/styles.js'
import { wideTail, widthMask } from '../screen/tables.js'
import { extendedReverseWrapMode, reverseWrapMode, slow, type TerminalState } from '../screen/terminal-state.js'
import { controls, runCsi } from './handlers.js'
import { readLink } from './links.js'
import { selectColons, selectDirect, selectInPalette, selectPlain } from './select-graphics.js'

/** The module's own: the compiler takes an import for a variable. */
const shared = input
/** Parameters that are read here; a longer list is the parser's. */
const mostParams = 24
/** Digits of one of them, likewise. */
const mostDigits = 9
/** Their values, between here and the end of their sequence. */
const numbers = new Int32Array(mostParams + 1)

/** Controls, and finals of the control sequences, that are carried out here or looked at. */
const BS = 0x08
const LF = 0x0a
const CR = 0x0d
const ESC = 0x1b
const DEL = 0x7f
const COLON = 0x3a
const CSI = 0x5b
const OSC = 0x5d
const REP = 0x62
const SGR = 0x6d
const CUP = 0x48
const HVP = 0x66
const EL = 0x4b
const CUU = 0x41
const CUD = 0x42
const CUF = 0x43
const CUB = 0x44
const CHA = 0x47
const VPA = 0x64

/** Why the loop stopped: what has to be done once the state is written back. */
const stop = { no: 0, wrap: 1, mapped: 2, characters: 3, control: 4, csi: 5, grown: 6, osc: 7, colons: 8 } as const

/**
 * Takes the bytes from `from` on, which must be between sequences; those before `end` are there, and nothing begins at
 * `enough` or later. Returns the place it came to: before `enough`, it is that of an escape or of a byte from 0x80 on that
 * the parser should look at.
 */
export function runFastPath(m: TerminalState, params: Params, from: number, enough: number, end: number): number {
  // Read before the loops: there the compiler sees that they are constants, and knows their addresses.
  const bytes = shared
  const values = numbers
  let i = from
  // Each turn reads the state again, after something outside of this function may have changed it.
  for (;;) {
    const { grid, cols, rows, top, bottom, right, autoWrap, slowPrint } = m
    const introducer = m.vt52 ? -1 : CSI
    const { codes, styles, used, styled, dirtyLeft, dirtyRight, map } = grid
    const stampsCells = grid.stamp.ofCells
    let { first } = grid
    /** Nothing but the screen's edges limits the cursor. */
    const free = !m.origin && m.left === 0 && right === cols - 1 && (slowPrint & slow.doubled) === 0
    const plainBack = free && (m.modes[reverseWrapMode] | m.modes[extendedReverseWrapMode]) === 0
    const scrollsAll = free && top === 0 && bottom === rows - 1 && grid === m.main
    let row = m.cursorRow
    let col = m.cursorCol
    let wrap = m.wrapPending
    const { pen } = m
    let style = pen.style
    let line = map[first + row]
    let base = line * cols
    let lastPrinted = m.lastPrinted
    let reason: number = stop.no
    let b = 0
    let prefix = 0
    let count = 0
    while (i < enough) {
      b = bytes[i]
      if (b >= 0x20 && b < 0x7f) {
        if (slowPrint !== 0) {
          reason = stop.mapped
          i++
          break
        }
        if (wrap && autoWrap) {
          reason = stop.wrap
          break
        }
        if (style < 0) style = m.printStyle()
        const start = col
        const limit = start > right ? cols : right + 1
        const before = used[line]
        let at = base + start
        if (start > before) grid.reach(line, start)
        else if (start > 0 && start < before && (codes[at] & widthMask) === wideTail) {
          grid.blankCell(line, start - 1, m.eraseStyle())
        }
        const room = limit - start
        const until = end - i < room ? end : i + room
        const styledTo = styled[line]
        if (style === 0 && start >= styledTo) {
          do {
            codes[at++] = b
            i++
          } while (i < until && (b = bytes[i]) >= 0x20 && b < 0x7f)
          col = at - base
        } else {
          if (start > styledTo) grid.reachStyles(line, start)
          do {
            codes[at] = b
            styles[at++] = style
            i++
          } while (i < until && (b = bytes[i]) >= 0x20 && b < 0x7f)
          col = at - base
          if (style !== 0 && col > styledTo) styled[line] = col
        }
        if (col >= before) used[line] = col
        else if ((codes[at] & widthMask) === wideTail) grid.blankCell(line, col, m.eraseStyle())
        if (stampsCells) grid.touch(line, start, col)
        else {
          if (start < dirtyLeft[line]) dirtyLeft[line] = start
          if (col > dirtyRight[line]) {
            if (dirtyRight[line] === 0) grid.dirtyLines++
            dirtyRight[line] = col
          }
        }
        lastPrinted = bytes[i - 1]
        wrap = col === limit
        if (wrap) col--
        continue
      }
      if (b === ESC) {
        let j = i + 1
        if (j < end && bytes[j] !== introducer) {
          // Back to ASCII where it is in use already: many programs send it with every colour.
          if (introducer > 0 && bytes[j] === 0x28 && j + 1 < end && bytes[j + 1] === 0x42 && m.designators[0] === 'B') {
            lastPrinted = 0
            i += 3
            continue
          }
          if (introducer > 0 && bytes[j] === OSC) reason = stop.osc
          break
        }
        j++
        prefix = 0
        count = 0
        if (j < end && (b = bytes[j]) >= 0x3c && b < 0x40) {
          prefix = b
          j++
        }
        let begin = j
        let value = 0
        let digit = 0
        b = 0
        while (j < end) {
          begin = j
          value = 0
          while (j < end && (digit = bytes[j] - 0x30) >>> 0 < 10) {
            value = (Math.imul(value, 10) + digit) | 0
            j++
          }
          if (j === end || j - begin > mostDigits) {
            b = 0
            break
          }
          b = bytes[j++]
          if (b !== 0x3b || count === mostParams) break
          values[count++] = j - begin > 1 ? value : -1
        }
        if (b < 0x40 || b >= 0x7f) {
          if (b === COLON && prefix === 0) reason = stop.colons
          break
        }
        if (j - begin > 1 || count > 0) values[count++] = j - begin > 1 ? value : -1
        i = j
        // REP, which is not among these, repeats only what was printed right before it, as in xterm.
        if (b !== REP) lastPrinted = 0
        if (prefix === 0) {
          const one = count > 0 && values[0] > 0 ? values[0] : 1
          switch (b) {
            case SGR:
              if (count > 4 && values[1] === 2 && selectDirect(pen, values, count)) {
                style = -1
                continue
              }
              if (style >>> 0 < internedBit) style = selectInPalette(style, values, count)
              if (style >>> 0 < internedBit) pen.style = style
              else {
                selectPlain(pen, values, 0, count)
                style = pen.style
              }
              continue
            case CUP:
            case HVP:
              if (!free) break
              row = one > rows ? rows - 1 : one - 1
              col = count > 1 && values[1] > 0 ? (values[1] > cols ? cols : values[1]) - 1 : 0
              wrap = false
              line = map[first + row]
              base = line * cols
              continue
            case EL:
              // To the end of the row, when that needs no colour and cuts no character.
              if (pen.hasBackground || m.isoProtection || (count > 0 && values[0] > 0)) break
              if (col < used[line]) {
                if ((codes[base + col] & widthMask) === wideTail) break
                used[line] = col
              }
              if (col < styled[line]) styled[line] = col
              grid.wrapped[line] = 0
              if (col >= dirtyRight[line]) grid.touch(line, col, cols)
              else {
                if (col < dirtyLeft[line]) dirtyLeft[line] = col
                dirtyRight[line] = cols
              }
              wrap = false
              continue
            case CUU: {
              const least = row >= top ? top : 0
              row = row - one < least ? least : row - one
              wrap = false
              line = map[first + row]
              base = line * cols
              continue
            }
            case CUD: {
              const most = row <= bottom ? bottom : rows - 1
              row = one > most - row ? most : row + one
              wrap = false
              line = map[first + row]
              base = line * cols
              continue
            }
            case CUF:
              if (!free) break
              col = one > cols - 1 - col ? cols - 1 : col + one
              wrap = false
              continue
            case CUB:
              if (!plainBack) break
              col = one > col ? 0 : col - one
              wrap = false
              continue
            case CHA:
              if (!free) break
              col = one > cols ? cols - 1 : one - 1
              wrap = false
              continue
            case VPA:
              if (!free) break
              row = one > rows ? rows - 1 : one - 1
              wrap = false
              line = map[first + row]
              base = line * cols
              continue
          }
        }
        reason = stop.csi
        break
      }
      if (b < 0x20) {
        i++
        lastPrinted = 0
        if (b === CR && free) {
          col = 0
          wrap = false
          continue
        }
        if (b === LF && !m.newLine) {
          if (row !== bottom) {
            if (row < rows - 1) row++
          } else if (scrollsAll) {
            scrollScreen(m)
            // Its arrays grow with the history.
            if (grid.codes !== codes) {
              reason = stop.grown
              break
            }
            first = grid.first
          } else {
            reason = stop.control
            break
          }
          wrap = false
          line = map[first + row]
          base = line * cols
          continue
        }
        if (b === BS && plainBack) {
          if (col > 0) col--
          wrap = false
          continue
        }
        reason = stop.control
        break
      }
      if (b === DEL) {
        i++
        continue
      }
      reason = stop.characters
      break
    }
    m.cursorRow = row
    m.cursorCol = col
    m.wrapPending = wrap
    m.lastPrinted = lastPrinted
    switch (reason) {
      case stop.no:
        return i
      case stop.wrap:
        wrapLine(m)
        break
      case stop.mapped:
        printMapped(m, b)
        break
      case stop.characters: {
        const next = writeCharacters(m, i, enough, end)
        if (next === i) return i
        i = next
        break
      }
      case stop.osc:
      case stop.colons: {
        const next = reason === stop.osc ? readLink(m, i, end) : selectColons(m, params, i + 2, end)
        if (next === 0) return i
        i = next
        break
      }
      case stop.control:
        controls[b]?.(m, params)
        break
      case stop.grown:
        m.wrapPending = false
        break
      case stop.csi:
        params.count = count
        for (let k = 0; k < count; k++) params.values[k] = values[k]
        params.plain = true
        runCsi(m, prefix === 0 ? b : sequenceKey(prefix, 0, b), params)
        m.lastPrinted = 0
    }
  }
}
