/** SGR: colours and attributes of the pen, in semicolon and colon forms. */
import type { Params } from '../parser/params.js'
import type { Machine } from '../screen/machine.js'
import type { Pen } from '../screen/pen.js'
import { direct, flag, paletteStyle } from '../screen/styles.js'

const underlineOff = ~flag.underlineMask

/**
 * What each code does, as masks: what stays of the foreground, background, underline colour and flags, and what is added
 * to them. One rule for all codes, as branches that depend on colours cannot be foreseen by the processor.
 */
const codes = 108
const width = 8
const keepFg = 0
const keepBg = 1
const keepLine = 2
const keepFlags = 3
const addFg = 4
const addBg = 5
const addFlags = 6
const effects = new Int32Array(codes * width)

function declareEffects(): void {
  for (let code = 0; code < codes; code++) effects.fill(-1, code * width, code * width + addFg)
  const set = (code: number, at: number, value: number): void => {
    effects[code * width + at] = value
  }
  const color = (code: number, keep: number, add: number, value: number): void => {
    set(code, keep, 0)
    set(code, add, value)
  }
  const flags = (code: number, cleared: number, added: number): void => {
    set(code, keepFlags, ~cleared)
    set(code, addFlags, added)
  }
  for (let index = 0; index < 8; index++) {
    color(30 + index, keepFg, addFg, index + 1)
    color(40 + index, keepBg, addBg, index + 1)
    color(90 + index, keepFg, addFg, index + 9)
    color(100 + index, keepBg, addBg, index + 9)
  }
  set(0, keepFg, 0)
  set(0, keepBg, 0)
  set(0, keepLine, 0)
  set(0, keepFlags, flag.protected)
  set(39, keepFg, 0)
  set(49, keepBg, 0)
  set(59, keepLine, 0)
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

/** The same for a pen that is a palette style's number, from code -1 on (left out): what stays, and what is added. */
const inPalette = new Int32Array((codes + 1) * 2)
/** In place of an addition: a colour follows. */
const colorFollows = -1

for (let code = -1; code < codes; code++) {
  const at = Math.max(code, 0) * width
  const isColor = code === 38 || code === 48 || code === 58
  const [fg, bg, , flags] = effects.subarray(at, at + addFg)
  inPalette[(code + 1) * 2] = paletteStyle(fg & 511, bg & 511, flags & 4095)
  inPalette[(code + 1) * 2 + 1] = isColor
    ? colorFollows
    : paletteStyle(effects[at + addFg], effects[at + addBg], effects[at + addFlags])
}

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
  const table = inPalette
  let style = before
  // Without parameters it is a 0.
  if (count === 0) return style & table[0]
  for (let i = 0; i < count; i++) {
    const code = values[i]
    if (code >= codes) continue
    const add = table[code * 2 + 3]
    if (add !== colorFollows) {
      style = (style & table[code * 2 + 2]) | add
      continue
    }
    if (code === 58 || i + 2 >= count || values[i + 1] !== 5 || values[i + 2] >>> 0 > 255) return -1
    const color = values[i + 2] + 1
    style =
      code === 38
        ? (style & ~paletteStyle(511, 0, 0)) | color
        : (style & ~paletteStyle(0, 511, 0)) | paletteStyle(0, color, 0)
    i += 2
  }
  return style
}

/**
 * SGR without sub-parameters: applies the values from `from` up to `end` to the pen. Where they are none, that is a 0.
 */
export function selectPlain(pen: Pen, values: Int32Array, from: number, end: number): void {
  const { parts } = pen
  let { fg, bg, underlineColor, flags } = parts
  for (let i = from; i < end || i === from; i++) {
    const code = i === end || values[i] < 0 ? 0 : values[i]
    if (code === 38 || code === 48 || code === 58) {
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
      if (code === 38) fg = color
      else if (code === 48) bg = color
      else underlineColor = color
    } else if (code < codes) {
      const at = code * width
      fg = (fg & effects[at + keepFg]) | effects[at + addFg]
      bg = (bg & effects[at + keepBg]) | effects[at + addBg]
      flags = (flags & effects[at + keepFlags]) | effects[at + addFlags]
      underlineColor &= effects[at + keepLine]
    }
  }
  pen.set(fg, bg, underlineColor, flags, parts.link)
}

function setColor(pen: Pen, code: number, color: number): void {
  if (color < 0) return
  const { fg, bg, underlineColor, flags, link } = pen.parts
  if (code === 38) pen.set(color, bg, underlineColor, flags, link)
  else if (code === 48) pen.set(fg, color, underlineColor, flags, link)
  else pen.set(fg, bg, color, flags, link)
}

/** SGR: applies the parameters to the pen. Sub-parameters that nobody asked for are skipped with their parameter. */
export function selectGraphics({ pen }: Machine, p: Params): void {
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
        pen.setFlags((pen.parts.flags & underlineOff) | (p.at(i + 1, 1) << flag.underlineShift))
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
