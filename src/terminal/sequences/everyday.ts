/**
 * The quick way through a stream: printable characters, line ends, and control sequences that are all there, in one
 * loop over the bytes. It is one long function on purpose: the cursor and the row under it stay in local variables, and
 * are written back only when something else needs them. Whatever is cut, malformed or rare is left to the parser.
 */
import type { Params } from '../parser/params.js'
import { sequenceKey } from '../parser/sink.js'
import { extendedReverseWrapMode, type Machine, reverseWrapMode } from '../screen/machine.js'
import { printCodePoint, printMapped } from '../screen/print.js'
import { lineFeed, wrapLine } from '../screen/scroll.js'
import { clusterBit, wideHead, wideTail, widthMask } from '../screen/tables.js'
import { graphemeClass } from '../unicode/grapheme-class.js'
import { propertyOf } from '../unicode/properties.js'
import { controls, csiTable } from './handlers.js'
import { selectPlain } from './sgr.js'

/** Parameters that are read here; a longer list is the parser's. */
const mostParams = 24
const classBits = 31 << 2
const pictographicBits = graphemeClass.pictographic << 2

/**
 * Takes the bytes from `from` on, which must be between sequences. Returns `end`, or the place of an escape or of a byte
 * from 0x80 on that the parser should look at.
 */
export function writeEveryday(m: Machine, params: Params, bytes: Uint8Array, from: number, end: number): number {
  const { values } = params
  let i = from
  // Each turn reads the machine's state anew, after something outside of this function may have changed it.
  reload: while (i < end) {
    const { grid, cols, rows, top, bottom, right, autoWrap, slowPrint } = m
    const { codes, styles, used, styled, dirtyLeft, dirtyRight, map, first } = grid
    /** Nothing but the screen's edges limits the cursor. */
    const free = !m.origin && m.left === 0 && right === cols - 1
    const plainBack = free && (m.modes[reverseWrapMode] | m.modes[extendedReverseWrapMode]) === 0
    let row = m.cursorRow
    let col = m.cursorCol
    let wrap = m.wrapPending
    let line = map[first + row]
    let base = line * cols
    let style = -1
    while (i < end) {
      let b = bytes[i]
      if (b >= 0x20 && b < 0x7f) {
        if (slowPrint !== 0 || (wrap && autoWrap)) {
          m.cursorRow = row
          m.cursorCol = col
          m.wrapPending = wrap
          if (slowPrint === 0) wrapLine(m)
          else {
            printMapped(m, b)
            i++
          }
          continue reload
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
        const stop = end - i < room ? end : i + room
        const styledTo = styled[line]
        if (style === 0 && start >= styledTo) {
          do {
            codes[at++] = b
            i++
          } while (i < stop && (b = bytes[i]) >= 0x20 && b < 0x7f)
          col = at - base
        } else {
          if (start > styledTo) grid.reachStyles(line, start)
          do {
            codes[at] = b
            styles[at++] = style
            i++
          } while (i < stop && (b = bytes[i]) >= 0x20 && b < 0x7f)
          col = at - base
          if (style !== 0 && col > styledTo) styled[line] = col
        }
        if (col >= before) used[line] = col
        else if ((codes[at] & widthMask) === wideTail) grid.blankCell(line, col, m.eraseStyle())
        if (start < dirtyLeft[line]) dirtyLeft[line] = start
        if (col > dirtyRight[line]) dirtyRight[line] = col
        m.lastPrinted = bytes[i - 1]
        wrap = col === limit
        if (wrap) col--
        continue
      }
      if (b === 0x1b) {
        let j = i + 1
        if (j < end && bytes[j] !== 0x5b) {
          // Back to ASCII where it is in use already: many programs say so with every colour.
          if (bytes[j] === 0x28 && j + 1 < end && bytes[j + 1] === 0x42 && m.designators[0] === 'B') {
            m.lastPrinted = 0
            i += 3
            continue
          }
          break
        }
        j++
        let prefix = 0
        let count = 0
        let value = -1
        if (j < end && (b = bytes[j]) >= 0x3c && b < 0x40) {
          prefix = b
          j++
        }
        b = 0
        while (j < end) {
          b = bytes[j++]
          if (b >= 0x30 && b < 0x3a) {
            value = value < 0 ? b - 0x30 : value > 214_748_362 ? 0x7fffffff : value * 10 + b - 0x30
          } else if (b === 0x3b && count < mostParams) {
            values[count++] = value
            value = -1
          } else break
        }
        if (b < 0x40 || b >= 0x7f) break
        if (value >= 0 || count > 0) values[count++] = value
        i = j
        // REP, which is not among these, repeats only what was printed right before it, as in xterm.
        if (b !== 0x62) m.lastPrinted = 0
        if (prefix === 0) {
          const one = count > 0 && values[0] > 0 ? values[0] : 1
          switch (b) {
            case 0x6d:
              selectPlain(m, values, count)
              style = -1
              continue
            case 0x48:
            case 0x66:
              if (!free) break
              row = one > rows ? rows - 1 : one - 1
              col = count > 1 && values[1] > 0 ? (values[1] > cols ? cols : values[1]) - 1 : 0
              wrap = false
              line = map[first + row]
              base = line * cols
              continue
            case 0x4b:
              // To the end of the row, when that needs no colour and cuts no character.
              if (one > 1 || (count > 0 && values[0] > 0) || m.bg !== 0) break
              if (col > 0 && col < used[line] && (codes[base + col] & widthMask) === wideTail) break
              if (col < used[line]) used[line] = col
              if (col < styled[line]) styled[line] = col
              grid.wrapped[line] = 0
              if (col < dirtyLeft[line]) dirtyLeft[line] = col
              dirtyRight[line] = cols
              wrap = false
              continue
            case 0x41: {
              const least = row >= top ? top : 0
              row = row - one < least ? least : row - one
              wrap = false
              line = map[first + row]
              base = line * cols
              continue
            }
            case 0x42: {
              const most = row <= bottom ? bottom : rows - 1
              row = one > most - row ? most : row + one
              wrap = false
              line = map[first + row]
              base = line * cols
              continue
            }
            case 0x43:
              if (!free) break
              col = one > cols - 1 - col ? cols - 1 : col + one
              wrap = false
              continue
            case 0x44:
              if (!plainBack) break
              col = one > col ? 0 : col - one
              wrap = false
              continue
            case 0x47:
              if (!free) break
              col = one > cols ? cols - 1 : one - 1
              wrap = false
              continue
            case 0x64:
              if (!free) break
              row = one > rows ? rows - 1 : one - 1
              wrap = false
              line = map[first + row]
              base = line * cols
              continue
          }
        }
        m.cursorRow = row
        m.cursorCol = col
        m.wrapPending = wrap
        params.count = count
        params.plain = true
        csiTable[prefix === 0 ? b : sequenceKey(prefix, 0, b)]?.(m, params)
        m.lastPrinted = 0
        continue reload
      }
      if (b < 0x20) {
        i++
        m.lastPrinted = 0
        if (b === 0x0d && free) {
          col = 0
          wrap = false
          continue
        }
        if (b === 0x0a && row !== bottom && row < rows - 1 && !m.newLine) {
          row++
          wrap = false
          line = map[first + row]
          base = line * cols
          continue
        }
        if (b === 0x08 && plainBack) {
          if (col > 0) col--
          wrap = false
          continue
        }
        m.cursorRow = row
        m.cursorCol = col
        m.wrapPending = wrap
        if (b === 0x0a) lineFeed(m)
        else controls[b]?.(m, params)
        continue reload
      }
      if (b === 0x7f) {
        i++
        continue
      }
      let cp = 0
      let size = 0
      if (b < 0xe0) {
        if (b >= 0xc2 && i + 1 < end) {
          const second = bytes[i + 1]
          cp = ((b & 31) << 6) | (second & 63)
          if ((second & 0xc0) === 0x80 && cp >= 0xa0) size = 2
        }
      } else if (b < 0xf0) {
        if (i + 2 < end) {
          const second = bytes[i + 1]
          const third = bytes[i + 2]
          cp = ((b & 15) << 12) | ((second & 63) << 6) | (third & 63)
          const valid = (second & 0xc0) === 0x80 && (third & 0xc0) === 0x80 && cp >= 0x800
          if (valid && (cp < 0xd800 || cp > 0xdfff)) size = 3
        }
      } else if (i + 3 < end) {
        const second = bytes[i + 1]
        const third = bytes[i + 2]
        const fourth = bytes[i + 3]
        cp = ((b & 15) << 18) | ((second & 63) << 12) | ((third & 63) << 6) | (fourth & 63)
        const valid = (second & 0xc0) === 0x80 && (third & 0xc0) === 0x80 && (fourth & 0xc0) === 0x80
        if (valid && cp >= 0x10000 && cp < 0x110000) size = 4
      }
      if (size === 0) break
      const property = propertyOf(cp)
      const width = property & 3
      const limit = col > right ? cols : right + 1
      const cls = property & classBits
      let alone = slowPrint === 0 && width !== 0 && col + width <= limit && !(wrap && autoWrap)
      if (alone && cls !== 0) {
        // A pictograph joins only what ends in a ZWJ, that is, a cell with more than one code point.
        let last = wrap ? col : col - 1
        if (last > 0 && last < used[line] && (codes[base + last] & widthMask) === wideTail) last--
        alone = cls === pictographicBits && (last < 0 || last >= used[line] || codes[base + last] < clusterBit)
      }
      if (!alone) {
        m.cursorRow = row
        m.cursorCol = col
        m.wrapPending = wrap
        printCodePoint(m, cp)
        i += size
        continue reload
      }
      i += size
      if (style < 0) style = m.printStyle()
      const start = col
      const before = used[line]
      const at = base + start
      if (start > before) grid.reach(line, start)
      else if (start > 0 && start < before && (codes[at] & widthMask) === wideTail) {
        grid.blankCell(line, start - 1, m.eraseStyle())
      }
      col += width
      const code = width === 2 ? cp | wideHead : cp
      codes[at] = code
      if (width === 2) codes[at + 1] = wideTail
      if (style !== 0 || start < styled[line]) {
        if (start > styled[line]) grid.reachStyles(line, start)
        styles[at] = style
        if (width === 2) styles[at + 1] = style
        if (style !== 0 && col > styled[line]) styled[line] = col
      }
      if (col >= before) used[line] = col
      else if ((codes[base + col] & widthMask) === wideTail) grid.blankCell(line, col, m.eraseStyle())
      if (start < dirtyLeft[line]) dirtyLeft[line] = start
      if (col > dirtyRight[line]) dirtyRight[line] = col
      m.lastPrinted = code
      wrap = col >= limit
      if (wrap) col = limit - 1
    }
    m.cursorRow = row
    m.cursorCol = col
    m.wrapPending = wrap
    return i
  }
  return i
}
