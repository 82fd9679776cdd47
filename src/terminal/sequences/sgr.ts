/** SGR and what saves it: colours and attributes of the pen, in semicolon and colon forms. */
import { limits } from '../limits.js'
import type { Params } from '../parser/params.js'
import type { Machine } from '../screen/machine.js'
import { direct, flag } from '../screen/styles.js'
import { sequences } from './declare.js'

const underlineOff = ~flag.underlineMask

/** A colour after 38, 48 or 58. `value` is -1 when it is malformed; `next` is where the parameters go on. */
const extended = { value: 0, next: 0 }

function readExtended(p: Params, at: number): void {
  const { values, sub, count } = p
  if (at + 1 < count && sub[at + 1] === 1) {
    let end = at + 1
    while (end < count && sub[end] === 1) end++
    const length = end - at - 1
    extended.next = end
    const kind = values[at + 1]
    if (kind === 5 && length >= 2) extended.value = paletteColor(p.at(at + 2))
    // 38:2:r:g:b, and 38:2:colourspace:r:g:b with what may follow.
    else if (kind === 2 && length >= 4) extended.value = rgbColor(p, length === 4 ? at + 2 : at + 3)
    else extended.value = -1
    return
  }
  const kind = p.at(at + 1, -1)
  if (kind === 5) {
    extended.value = paletteColor(p.at(at + 2))
    extended.next = at + 3
  } else if (kind === 2) {
    extended.value = rgbColor(p, at + 2)
    extended.next = at + 5
  } else {
    extended.value = -1
    extended.next = at + 2
  }
}

function paletteColor(index: number): number {
  return index > 255 ? -1 : index + 1
}

function rgbColor(p: Params, at: number): number {
  const r = p.at(at)
  const g = p.at(at + 1)
  const b = p.at(at + 2)
  return r > 255 || g > 255 || b > 255 ? -1 : direct | (r << 16) | (g << 8) | b
}

function setUnderline(m: Machine, style: number): void {
  if (style <= 5) m.flags = (m.flags & underlineOff) | (style << flag.underlineShift)
}

/** SGR: applies the parameters to the pen. */
export function selectGraphics(m: Machine, p: Params): void {
  m.changePen()
  const { values, sub, count } = p
  if (count === 0) {
    m.resetPen()
    return
  }
  for (let i = 0; i < count; ) {
    const code = values[i]
    if (code === 38 || code === 48 || code === 58) {
      readExtended(p, i)
      i = extended.next
      if (extended.value < 0) continue
      if (code === 38) m.fg = extended.value
      else if (code === 48) m.bg = extended.value
      else m.underlineColor = extended.value
      continue
    }
    if (code === 4 && i + 1 < count && sub[i + 1] === 1) setUnderline(m, p.at(i + 1, 1))
    else if (i + 1 >= count || sub[i + 1] === 0) attribute(m, code < 0 ? 0 : code)
    i++
    // Sub-parameters that nobody asked for are skipped.
    while (i < count && sub[i] === 1) i++
  }
}

function attribute(m: Machine, code: number): void {
  if (code >= 30 && code < 38) m.fg = code - 29
  else if (code >= 40 && code < 48) m.bg = code - 39
  else if (code >= 90 && code < 98) m.fg = code - 81
  else if (code >= 100 && code < 108) m.bg = code - 91
  else {
    switch (code) {
      case 0:
        m.resetPen()
        break
      case 1:
        m.flags |= flag.bold
        break
      case 2:
        m.flags |= flag.dim
        break
      case 3:
        m.flags |= flag.italic
        break
      case 4:
        setUnderline(m, 1)
        break
      case 5:
      case 6:
        m.flags |= flag.blink
        break
      case 7:
        m.flags |= flag.reverse
        break
      case 8:
        m.flags |= flag.hidden
        break
      case 9:
        m.flags |= flag.strikethrough
        break
      case 21:
        setUnderline(m, 2)
        break
      case 22:
        m.flags &= ~(flag.bold | flag.dim)
        break
      case 23:
        m.flags &= ~flag.italic
        break
      case 24:
        m.flags &= underlineOff
        break
      case 25:
        m.flags &= ~flag.blink
        break
      case 27:
        m.flags &= ~flag.reverse
        break
      case 28:
        m.flags &= ~flag.hidden
        break
      case 29:
        m.flags &= ~flag.strikethrough
        break
      case 39:
        m.fg = 0
        break
      case 49:
        m.bg = 0
        break
      case 53:
        m.flags |= flag.overline
        break
      case 55:
        m.flags &= ~flag.overline
        break
      case 59:
        m.underlineColor = 0
        break
    }
  }
}

/** The pen as SGR parameters, for DECRQSS and dumps. Colon forms where semicolons would be ambiguous. */
export function describePen(fg: number, bg: number, underlineColor: number, flags: number): string {
  const codes = ['0']
  if (flags & flag.bold) codes.push('1')
  if (flags & flag.dim) codes.push('2')
  if (flags & flag.italic) codes.push('3')
  const underline = (flags & flag.underlineMask) >> flag.underlineShift
  if (underline === 1) codes.push('4')
  else if (underline > 1) codes.push(`4:${underline}`)
  if (flags & flag.blink) codes.push('5')
  if (flags & flag.reverse) codes.push('7')
  if (flags & flag.hidden) codes.push('8')
  if (flags & flag.strikethrough) codes.push('9')
  if (flags & flag.overline) codes.push('53')
  describeColor(codes, fg, 30)
  describeColor(codes, bg, 40)
  describeColor(codes, underlineColor, 50)
  return codes.join(';')
}

function describeColor(codes: string[], color: number, base: 30 | 40 | 50): void {
  if (color === 0) return
  if (color < direct) {
    const index = color - 1
    if (base < 50 && index < 8) codes.push(`${base + index}`)
    else if (base < 50 && index < 16) codes.push(`${base + 52 + index}`)
    else codes.push(`${base + 8}:5:${index}`)
  } else codes.push(`${base + 8}:2::${(color >> 16) & 0xff}:${(color >> 8) & 0xff}:${color & 0xff}`)
}

function push(m: Machine): void {
  if (m.sgrStack.length >= limits.sgrStack) return
  const { fg, bg, underlineColor, flags } = m
  m.sgrStack.push({ fg, bg, underlineColor, flags })
}

function pop(m: Machine): void {
  const saved = m.sgrStack.pop()
  if (!saved) return
  m.fg = saved.fg
  m.bg = saved.bg
  m.underlineColor = saved.underlineColor
  m.flags = (saved.flags & ~flag.protected) | (m.flags & flag.protected)
  m.changePen()
}

export const sgr = sequences({
  'CSI Pm m': { name: 'SGR', does: 'Colours and attributes; semicolon and colon forms.', run: selectGraphics },
  'CSI Pm # {': {
    name: 'XTPUSHSGR',
    does: 'Saves the attributes; a choice of attributes is not honoured.',
    support: 'partly',
    run: push,
  },
  'CSI # }': { name: 'XTPOPSGR', does: 'Restores the attributes.', run: pop },
  'CSI Pm # p': { name: 'XTPUSHSGR', does: 'The same as CSI # {.', support: 'partly', run: push },
  'CSI # q': { name: 'XTPOPSGR', does: 'The same as CSI # }.', run: pop },
})
