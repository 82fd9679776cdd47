/**
 * Printing what is not all ASCII, straight from the bytes: decodes, finds widths and joins clusters in one loop. Cut and
 * malformed characters, and C1 controls, are left to the parser; what is hard to place to print.ts.
 */
import { input } from '../parser/input.js'
import { graphemeClass } from '../unicode/grapheme-class.js'
import { properties, propertyOf } from '../unicode/properties.js'
import { printCodePoint } from './print.js'
import { clusterBit, dropped, separate, valueMask, wideHead, wideTail, widthMask } from './tables.js'
import { clusterMode, type TerminalState } from './terminal-state.js'

/** The module's own: the compiler takes an import for a variable. */
const shared = input
const known = properties
const classBits = 31 << 2
const pictographicBits = graphemeClass.pictographic << 2
const consonantBits = graphemeClass.consonant << 2
const syllableBits = graphemeClass.hangulSyllable << 2
const prependBits = graphemeClass.prepend << 2
const leadBits = graphemeClass.hangulL << 2
/** Width and class, without the bit for variation selectors. */
const kindBits = 127

/** The code point at `i` when it is all there and no control; else 0. Its lead byte is at least 0x80. */
function decode(bytes: Uint8Array, i: number, end: number): number {
  const lead = bytes[i]
  const second = i + 1 < end ? bytes[i + 1] : 0
  if ((second & 0xc0) !== 0x80) return 0
  if (lead < 0xe0) {
    const cp = ((lead & 31) << 6) | (second & 63)
    return lead >= 0xc2 && cp >= 0xa0 ? cp : 0
  }
  const third = i + 2 < end ? bytes[i + 2] : 0
  if ((third & 0xc0) !== 0x80) return 0
  if (lead < 0xf0) {
    const cp = ((lead & 15) << 12) | ((second & 63) << 6) | (third & 63)
    return cp >= 0x800 && (cp < 0xd800 || cp > 0xdfff) ? cp : 0
  }
  const fourth = i + 3 < end ? bytes[i + 3] : 0
  if ((fourth & 0xc0) !== 0x80) return 0
  const cp = ((lead & 15) << 18) | ((second & 63) << 12) | ((third & 63) << 6) | (fourth & 63)
  return cp >= 0x10000 && cp < 0x110000 ? cp : 0
}

/** Whether a character of a class joins no single code point of another: what it joins is longer. */
function standsAlone(cls: number, before: number): boolean {
  if (cls !== pictographicBits && cls !== consonantBits && cls !== syllableBits) return false
  return before !== prependBits && before !== leadBits
}

/**
 * Prints the characters from `from` on, none that begins at `enough` or later. Returns where it stopped: there, or at a
 * control or a character that it cannot read.
 */
export function writeCharacters(m: TerminalState, from: number, enough: number, end: number): number {
  const bytes = shared
  const table = known
  let i = from
  // Each turn reads the state again, after a character that was not simple.
  for (;;) {
    const { grid, cols, right, autoWrap, slowPrint } = m
    const { codes, styles, used, styled } = grid
    const clusters = m.modes[clusterMode] !== 0 && slowPrint === 0
    const line = grid.line(m.cursorRow)
    const base = line * cols
    const limit = m.cursorCol > right ? cols : right + 1
    const style = m.printStyle()
    let col = m.cursorCol
    let wrap = m.wrapPending
    let lastPrinted = m.lastPrinted
    let leftmost = col
    let hard = 0
    const started = i
    while (i < enough) {
      if (col === used[line] && !wrap && clusters) {
        // At the end of the row nothing lies in the way.
        if (style !== 0 && col > styled[line]) grid.reachStyles(line, col)
        const first = base + col
        const to = base + limit
        let at = first
        // Of the last character: that it is one code point that nothing but marks can join.
        let alone = false
        while (i < enough && at < to) {
          const lead = bytes[i]
          if (lead < 0x80) {
            if (lead < 0x20 || lead === 0x7f) break
            i++
            codes[at] = lastPrinted = lead
            if (style !== 0) styles[at] = style
            at++
            alone = true
            continue
          }
          const cp = decode(bytes, i, end)
          const kind = cp < table.length ? table[cp] & kindBits : 0
          const cls = kind & classBits
          if (cls !== 0) {
            // These join some characters, but none that stand alone.
            const isStarter = cls === syllableBits || cls === pictographicBits || cls === consonantBits
            if (!alone || !isStarter) {
              if (at === first || cls === prependBits || m.wantsSweep) break
              const last = (codes[at - 1] & widthMask) === wideTail ? at - 2 : at - 1
              const before = codes[last]
              const joined = m.tables.join(before, cp)
              if (joined >= 0) {
                if ((joined & widthMask) !== (before & widthMask)) {
                  if ((before & widthMask) !== 0 || at === to) break
                  codes[at] = wideTail
                  if (style !== 0) styles[at] = style
                  at++
                }
                codes[last] = lastPrinted = joined
                alone = false
                i += cp < 0x800 ? 2 : cp < 0x10000 ? 3 : 4
                continue
              }
              if (joined !== separate) break
            }
            alone = isStarter
          } else alone = true
          const width = kind & 3
          if (width === 0 || at + width > to) break
          i += cp < 0x800 ? 2 : cp < 0x10000 ? 3 : 4
          if (width === 2) {
            codes[at] = lastPrinted = cp | wideHead
            codes[at + 1] = wideTail
          } else codes[at] = lastPrinted = cp
          if (style !== 0) {
            styles[at] = style
            if (width === 2) styles[at + 1] = style
          }
          at += width
        }
        if (at > first) {
          col = at - base
          used[line] = col
          if (style !== 0) styled[line] = col
          wrap = at === to
          if (wrap) col--
          continue
        }
      }
      const b = bytes[i]
      let cp = b
      let property = 1
      if (b >= 0x80) {
        cp = decode(bytes, i, end)
        if (cp === 0) break
        property = cp < table.length ? table[cp] : propertyOf(cp)
      } else if (b < 0x20 || b === 0x7f || slowPrint !== 0) break
      const width = property & 3
      const cls = property & classBits
      const usedTo = used[line]
      let simple = width !== 0 && slowPrint === 0 && col + width <= limit && !(wrap && autoWrap)
      i += cp < 0x80 ? 1 : cp < 0x800 ? 2 : cp < 0x10000 ? 3 : 4
      if (cls !== 0) {
        let last = wrap ? col : col - 1
        if (last > 0 && last < usedTo && (codes[base + last] & widthMask) === wideTail) last--
        const before = last >= 0 && last < usedTo ? codes[base + last] : 0
        if (before >= clusterBit || !standsAlone(cls, table[before & valueMask] & classBits)) {
          const canJoin = clusters && before !== 0 && cls !== prependBits && !m.wantsSweep
          const joined = canJoin ? m.tables.join(before, cp) : dropped
          if (joined >= 0) {
            const isWider = (joined & widthMask) !== (before & widthMask)
            if (isWider && (before & widthMask) === 0 && !wrap && col >= usedTo && col < limit && right === cols - 1) {
              // It takes the next cell too, which is free.
              grid.reach(line, col)
              if (style !== 0 || last < styled[line]) {
                grid.reachStyles(line, last)
                styles[base + last] = styles[base + col] = style
                styled[line] = col + 1
              }
              codes[base + col] = wideTail
              used[line] = col + 1
              wrap = col + 1 === limit
              if (!wrap) col++
            } else if (isWider) {
              hard = cp
              break
            }
            codes[base + last] = joined
            lastPrinted = joined
            if (last < leftmost) leftmost = last
            continue
          }
          simple = simple && joined === separate
        }
      }
      if (!simple) {
        hard = cp
        break
      }
      const at = base + col
      if (col >= usedTo) {
        if (col > usedTo) grid.reach(line, col)
      } else if (col > 0 && (codes[at] & widthMask) === wideTail) grid.blankCell(line, col - 1, m.eraseStyle())
      lastPrinted = cp
      if (width === 2) {
        lastPrinted = cp | wideHead
        codes[at + 1] = wideTail
      }
      codes[at] = lastPrinted
      const next = col + width
      const styledTo = styled[line]
      if (style !== 0 || col < styledTo) {
        if (col > styledTo) grid.reachStyles(line, col)
        styles[at] = style
        if (width === 2) styles[at + 1] = style
        if (style !== 0 && next > styledTo) styled[line] = next
      }
      if (next >= usedTo) used[line] = next
      else if ((codes[base + next] & widthMask) === wideTail) grid.blankCell(line, next, m.eraseStyle())
      wrap = next >= limit
      col = wrap ? limit - 1 : next
    }
    if (i > started) grid.touch(line, leftmost, wrap ? col + 1 : col)
    m.cursorCol = col
    m.wrapPending = wrap
    m.lastPrinted = lastPrinted
    if (hard === 0) return i
    printCodePoint(m, hard)
  }
}
