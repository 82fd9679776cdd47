/** SGR: colours and attributes of the pen, in semicolon and colon forms. */
import { limits } from '../limits.js'
import { input } from '../parser/input.js'
import type { Params } from '../parser/params.js'
import type { Pen } from '../screen/pen.js'
import { backgroundMask, direct, flag, foregroundMask, paletteStyle } from '../screen/styles.js'
import type { TerminalState } from '../screen/terminal-state.js'

const underlineOff = ~flag.underlineMask
/** Digits of a parameter that fit into its number. */
const mostDigits = 9

/**
 * What each code does to a pen, from -1 (left out) on, as masks: what stays of its palette colours and flags and what is
 * added to them, then what stays of direct colours, the underline colour and the script. One rule for all codes, as branches that
 * depend on colours cannot be foreseen by the processor.
 */
const codes = 108
const width = 6
const keep = 0
const add = 1
const keepFg = 2
const keepBg = 3
const keepLine = 4
const keepFlags = 5
const effects = new Int32Array((codes + 1) * width).fill(-1)
/** In place of an addition, which is never negative: a colour follows, or what the code does is not in the table. */
const colorFollows = -1
const special = -2
/** Flags of the scripts, by their code. */
const scripts: Readonly<Record<number, number>> = { 73: flag.superscript, 74: flag.subscript, 75: 0 }

function declareEffects(): void {
  const declare = (code: number, kept: number, added: number, ...gone: number[]): void => {
    const at = (code + 1) * width
    effects[at + keep] = kept
    effects[at + add] = added
    for (const part of gone) effects[at + part] = 0
  }
  const flags = (code: number, cleared: number, added: number): void => {
    declare(code, ~paletteStyle(0, 0, cleared), paletteStyle(0, 0, added))
  }
  for (let code = 1; code < codes; code++) flags(code, 0, 0)
  for (const code of [-1, 0]) declare(code, paletteStyle(0, 0, flag.protected), 0, keepFg, keepBg, keepLine, keepFlags)
  const fg = (code: number, color: number): void => declare(code, ~foregroundMask, color, keepFg)
  const bg = (code: number, color: number): void => declare(code, ~backgroundMask, paletteStyle(0, color, 0), keepBg)
  for (let index = 0; index < 8; index++) {
    fg(30 + index, index + 1)
    bg(40 + index, index + 1)
    fg(90 + index, index + 9)
    bg(100 + index, index + 9)
  }
  fg(39, 0)
  bg(49, 0)
  declare(59, -1, 0, keepLine)
  for (const code of [38, 48]) declare(code, -1, colorFollows)
  for (const code of [58, 73, 74, 75]) declare(code, -1, special)
  flags(1, 0, flag.bold)
  flags(2, 0, flag.dim)
  flags(3, 0, flag.italic)
  flags(4, flag.underlineMask, 1 << flag.underlineShift)
  flags(5, 0, flag.blink)
  flags(6, 0, flag.blink)
  flags(7, 0, flag.reverse)
  flags(8, 0, flag.hidden)
  flags(9, 0, flag.strikethrough)
  flags(21, flag.underlineMask, 2 << flag.underlineShift)
  flags(22, flag.bold | flag.dim, 0)
  flags(23, flag.italic, 0)
  flags(24, flag.underlineMask, 0)
  flags(25, flag.blink, 0)
  flags(27, flag.reverse, 0)
  flags(28, flag.hidden, 0)
  flags(29, flag.strikethrough, 0)
  flags(53, 0, flag.overline)
  flags(55, flag.overline, 0)
}
declareEffects()

/** A palette colour; -1 where the index is too large. */
function paletteColor(index: number): number {
  return index > 255 ? -1 : index < 0 ? 1 : index + 1
}

/** A direct colour of the three values from `at` on; -1 where one is too large. */
function rgbColor(values: Int32Array, at: number, count: number): number {
  const r = at < count && values[at] > 0 ? values[at] : 0
  const g = at + 1 < count && values[at + 1] > 0 ? values[at + 1] : 0
  const b = at + 2 < count && values[at + 2] > 0 ? values[at + 2] : 0
  return (r | g | b) > 255 ? -1 : direct | (r << 16) | (g << 8) | b
}

/** The colour after 38, 48 or 58 in colon form, whose parts end before `end`. */
function colonColor(values: Int32Array, at: number, end: number): number {
  const kind = values[at]
  const length = end - at
  if (kind === 5 && length >= 2) return paletteColor(values[at + 1])
  // 38:2:r:g:b, and 38:2:colourspace:r:g:b with what may follow.
  return kind === 2 && length >= 4 ? rgbColor(values, length === 4 ? at + 1 : at + 2, end) : -1
}

/**
 * SGR without sub-parameters, for a pen that is a palette style's number: the number that the first `count` values make
 * of it, or -1 when that is none of the palette.
 */
export function selectInPalette(before: number, values: Int32Array, count: number): number {
  const table = effects
  let style = before
  // Without parameters it is a 0.
  if (count === 0) return style & table[keep]
  for (let i = 0; i < count; i++) {
    const code = values[i]
    if (code >= codes) continue
    const at = (code + 1) * width
    const added = table[at + add]
    if (added >= 0) {
      style = (style & table[at + keep]) | added
      continue
    }
    if (added === special || i + 2 >= count || values[i + 1] !== 5 || values[i + 2] >>> 0 > 255) return -1
    const color = values[i + 2] + 1
    if (code === 38) style = (style & ~foregroundMask) | color
    else style = (style & ~backgroundMask) | paletteStyle(0, color, 0)
    i += 2
  }
  return style
}

/**
 * A direct colour alone, as highlighters send it for every word and pictures for every cell, or those of text and
 * background together, as full-screen programs with a theme send them. False, and nothing done, where it is neither.
 */
export function selectDirect(pen: Pen, values: Int32Array, count: number): boolean {
  if ((values[2] | values[3] | values[4]) >>> 0 > 255) return false
  const color = (values[2] << 16) | (values[3] << 8) | values[4]
  if (count === 5) {
    if (values[0] === 38) pen.setDirect(color)
    else if (values[0] === 48) pen.setDirectBackground(color)
    else return false
    return true
  }
  if (count !== 10 || values[0] !== 38 || values[5] !== 48 || values[6] !== 2) return false
  if ((values[7] | values[8] | values[9]) >>> 0 > 255) return false
  pen.setDirect(color)
  pen.setDirectBackground((values[7] << 16) | (values[8] << 8) | values[9])
  return true
}

/** SGR without sub-parameters: applies the values from `from` up to `end` to the pen. Where they are none, that is a 0. */
export function selectPlain(pen: Pen, values: Int32Array, from: number, end: number): void {
  const table = effects
  let { packed, directFg, directBg, underlineColor, script } = pen
  for (let i = from; i < end || i === from; i++) {
    const code = i < end ? values[i] : -1
    if (code >= codes) continue
    const at = (code + 1) * width
    const added = table[at + add]
    if (added >= 0) {
      packed = (packed & table[at + keep]) | added
      directFg &= table[at + keepFg]
      directBg &= table[at + keepBg]
      underlineColor &= table[at + keepLine]
      script &= table[at + keepFlags]
      continue
    }
    // Of the codes that are not in the table only scripts come after the colours.
    if (code > 58) {
      script = scripts[code]
      continue
    }
    const kind = i + 1 < end ? values[i + 1] : -1
    let color = -1
    if (kind === 2) {
      color = rgbColor(values, i + 2, end)
      i += 4
    } else if (kind === 5) {
      color = paletteColor(i + 2 < end ? values[i + 2] : 0)
      i += 2
    } else i++
    if (color < 0) continue
    const index = color < direct ? color : 0
    if (code === 38) {
      packed = (packed & ~foregroundMask) | index
      directFg = color - index
    } else if (code === 48) {
      packed = (packed & ~backgroundMask) | paletteStyle(0, index, 0)
      directBg = color - index
    } else underlineColor = color
  }
  pen.change(packed, directFg, directBg, underlineColor, script)
}

function setColor(pen: Pen, code: number, color: number): void {
  if (color < 0) return
  const { packed, directFg, directBg, underlineColor } = pen
  const index = color < direct ? color : 0
  if (code === 38) pen.change((packed & ~foregroundMask) | index, color - index, directBg, underlineColor)
  else if (code === 48)
    pen.change((packed & ~backgroundMask) | paletteStyle(0, index, 0), directFg, color - index, underlineColor)
  else pen.change(packed, directFg, directBg, color)
}

/** SGR: applies the parameters to the pen. Unknown sub-parameters are skipped with their parameter. */
export function selectGraphics({ pen }: TerminalState, p: Params): void {
  const { values, sub, count } = p
  if (p.plain) {
    selectPlain(pen, values, 0, count)
    return
  }
  for (let i = 0; i < count; ) {
    const code = values[i]
    let next = i + 1
    while (next < count && sub[next] === 1) next++
    const isColor = code === 38 || code === 48 || code === 58
    if (next > i + 1) {
      if (isColor) setColor(pen, code, colonColor(values, i + 1, next))
      else if (code === 4 && p.at(i + 1, 1) <= 5) {
        pen.setFlags((pen.flags & underlineOff) | (p.at(i + 1, 1) << flag.underlineShift))
      }
    } else {
      if (isColor) next = Math.min(count, i + plainLength(p.at(i + 1, -1)))
      selectPlain(pen, values, i, next)
    }
    i = next
  }
}

/** How many parameters a colour of a kind takes in semicolon form, with its 38, 48 or 58. */
function plainLength(kind: number): number {
  return kind === 5 ? 3 : kind === 2 ? 5 : 2
}

/**
 * SGR with sub-parameters, whose first parameter begins at `from` of the shared input. Returns the place after it, or 0,
 * and nothing done, where it is not all there, is another sequence or has more parameters than are usual.
 */
export function selectColons(m: TerminalState, params: Params, from: number, end: number): number {
  const bytes = input
  const { values, sub } = params
  let count = 0
  let begin = from
  values[0] = -1
  sub[0] = 0
  for (let i = from; i < end; i++) {
    const b = bytes[i]
    const digit = b - 0x30
    if (digit >>> 0 < 10) {
      if (i - begin === mostDigits) return 0
      values[count] = values[count] < 0 ? digit : values[count] * 10 + digit
    } else if (b === 0x3a || b === 0x3b) {
      if (++count === limits.params) return 0
      values[count] = -1
      sub[count] = b === 0x3a ? 1 : 0
      begin = i + 1
    } else {
      if (b !== 0x6d) return 0
      params.count = count + 1
      params.plain = false
      m.lastPrinted = 0
      selectGraphics(m, params)
      return i + 1
    }
  }
  return 0
}
