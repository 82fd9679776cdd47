/** SGR: colours and attributes of the pen, in semicolon and colon forms. */
import type { Params } from '../parser/params.js'
import type { Machine } from '../screen/machine.js'
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

/** The colour after 38, 48 or 58 in semicolon form: `at` is its kind. */
function plainColor(values: Int32Array, at: number, count: number): number {
  const kind = at < count ? values[at] : -1
  if (kind === 5) return paletteColor(at + 1 < count ? values[at + 1] : 0)
  return kind === 2 ? rgbColor(values, at + 1, count) : -1
}

/** How many parameters the colour of `plainColor` takes, with its 38, 48 or 58. */
function plainLength(values: Int32Array, at: number, count: number): number {
  const kind = at < count ? values[at] : -1
  return kind === 5 ? 3 : kind === 2 ? 5 : 2
}

/** The colour after 38, 48 or 58 in colon form, whose parts end before `end`. */
function colonColor(values: Int32Array, at: number, end: number): number {
  const kind = values[at]
  const length = end - at
  if (kind === 5 && length >= 2) return paletteColor(values[at + 1])
  // 38:2:r:g:b, and 38:2:colourspace:r:g:b with what may follow.
  return kind === 2 && length >= 4 ? rgbColor(values, length === 4 ? at + 1 : at + 2, end) : -1
}

function setColor(m: Machine, code: number, color: number): void {
  if (color < 0) return
  if (code === 38) m.fg = color
  else if (code === 48) m.bg = color
  else m.underlineColor = color
}

/** SGR without sub-parameters: applies the first `count` values to the pen. */
export function selectPlain(m: Machine, values: Int32Array, count: number): void {
  let { fg, bg, underlineColor, flags } = m
  // Without parameters it is a 0.
  const end = count === 0 ? 1 : count
  for (let i = 0; i < end; i++) {
    const code = count === 0 || values[i] < 0 ? 0 : values[i]
    if (code === 38 || code === 48 || code === 58) {
      const color = plainColor(values, i + 1, count)
      i += plainLength(values, i + 1, count) - 1
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
  m.fg = fg
  m.bg = bg
  m.underlineColor = underlineColor
  m.flags = flags
  const inPalette = (fg | bg) < direct && (underlineColor | m.link) === 0
  m.penStyle = inPalette ? paletteStyle(fg, bg, flags) : -1
}

/** SGR: applies the parameters to the pen. Sub-parameters that nobody asked for are skipped with their parameter. */
export function selectGraphics(m: Machine, p: Params): void {
  const { values, sub, count } = p
  if (p.plain) {
    selectPlain(m, values, count)
    return
  }
  for (let i = 0; i < count; ) {
    const code = values[i]
    let next = i + 1
    while (next < count && sub[next] === 1) next++
    const isColor = code === 38 || code === 48 || code === 58
    if (next > i + 1) {
      if (isColor) setColor(m, code, colonColor(values, i + 1, next))
      else if (code === 4 && p.at(i + 1, 1) <= 5) {
        m.flags = (m.flags & underlineOff) | (p.at(i + 1, 1) << flag.underlineShift)
      }
    } else {
      if (isColor) next = i + plainLength(values, i + 1, count)
      selectPlain(m, values.subarray(i, Math.min(next, count)), Math.min(next, count) - i)
    }
    i = next
  }
  m.changePen()
}
