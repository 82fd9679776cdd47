/** The pen in words that SGR understands. */
import { direct, flag, type StyleParts } from '../screen/styles.js'

/** The pen as SGR parameters, for DECRQSS and dumps. Colon forms where semicolons would be ambiguous. */
export function describePen({ fg, bg, underlineColor, flags }: Omit<StyleParts, 'link'>): string {
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
  if (flags & flag.superscript) codes.push('73')
  if (flags & flag.subscript) codes.push('74')
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
