/**
 * Keys in the kitty keyboard protocol, all five enhancement flags. Without a physical keyboard the layout is taken to
 * be US: '!' is Shift+1, and no alternate "base layout" key is ever sent.
 */
import { encodeClassic, type KeyModes } from './classic-keys.js'
import { type KeyPress, kittyModifiers } from './key.js'
import { isModifierKey, keyTable, withoutShift, withShift } from './key-table.js'

const flag = { disambiguate: 1, eventTypes: 2, alternateKeys: 4, allKeys: 8, text: 16 } as const
const eventNumber = { press: 1, repeat: 2, release: 3 } as const
const textModifiers = 1 | 64 | 128

/** True when these flags change how keys are encoded; alternates and text alone only refine the others. */
export function speaksKitty(flags: number): boolean {
  return (flags & (flag.disambiguate | flag.eventTypes | flag.allKeys)) !== 0
}

/** The bytes of a key event, as a string of them; '' for events that the program did not ask for. */
export function encodeKitty(press: KeyPress, modes: KeyModes): string {
  const flags = modes.kittyKeyboard ?? 0
  if (press.event === 'release' && !(flags & flag.eventTypes)) return ''
  const row = keyTable.get(press.key)
  if (!row) return encodeCharacter(press, flags)
  if (isModifierKey(press.key) && !(flags & flag.allKeys)) return ''
  const modifiers = kittyModifiers(press)
  if (!(flags & flag.allKeys)) {
    if (press.key === 'Enter' || press.key === 'Tab' || press.key === 'Backspace') {
      // So that a shell stays usable after a program that died without leaving this mode.
      if (press.event === 'release') return ''
      if (modifiers === 0 || !(flags & flag.disambiguate)) return encodeClassic(press, modes)
    } else if (press.key === 'Escape' && !(flags & flag.disambiguate)) return encodeClassic(press, modes)
    if (row.types !== undefined && (modifiers & ~textModifiers) === 0 && press.event !== 'release') return row.types
  }
  const event = eventField(press, flags)
  if (row.kitty !== undefined) {
    const text = row.types !== undefined ? textField(row.types, press, flags) : ''
    return sequence(String(row.kitty), modifiers, event, text, 'u')
  }
  // F3 would be CSI R, which is also the cursor position report.
  if (press.key === 'F3') return sequence('13', modifiers, event, '', '~')
  if (typeof row.classic === 'number') return sequence(String(row.classic), modifiers, event, '', '~')
  return sequence('1', modifiers, event, '', row.classic as string)
}

function encodeCharacter(press: KeyPress, flags: number): string {
  const base = withoutShift(press.key)
  // "Ctrl+C" is how people write Ctrl with the C key; only other characters imply the Shift that types them.
  const impliesShift = base !== press.key && !(press.ctrl && base.toUpperCase() === press.key)
  const shift = press.shift || impliesShift
  const char = shift ? withShift(base) : base
  const modifiers = kittyModifiers({ ...press, shift })
  const isText = (modifiers & ~textModifiers) === 0
  if (!(flags & flag.allKeys) && press.event !== 'release' && (isText || !(flags & flag.disambiguate)))
    return encodeClassic(press, {})
  const code = base.codePointAt(0) as number
  const alternate = flags & flag.alternateKeys && shift && char !== base ? `:${char.codePointAt(0)}` : ''
  const text = isText ? textField(press.text ?? char, press, flags) : ''
  return sequence(`${code}${alternate}`, modifiers, eventField(press, flags), text, 'u')
}

function eventField(press: KeyPress, flags: number): string {
  const event = eventNumber[press.event ?? 'press']
  return event > 1 && flags & flag.eventTypes ? `:${event}` : ''
}

/** Associated text as code points; control characters never count as text. */
function textField(text: string, press: KeyPress, flags: number): string {
  if (!(flags & flag.text) || !(flags & flag.allKeys) || press.event === 'release') return ''
  if (kittyModifiers(press) & ~textModifiers) return ''
  return [...text]
    .map((char) => char.codePointAt(0) as number)
    .filter((code) => code >= 32 && (code < 127 || code > 159))
    .join(':')
}

/** `CSI key ; modifiers:event ; text final`, leaving out what has its default value. */
function sequence(key: string, modifiers: number, event: string, text: string, final: string): string {
  const middle = modifiers || event ? `${modifiers + 1}${event}` : ''
  if (text) return `\x1b[${key};${middle};${text}${final}`
  if (middle) return `\x1b[${key};${middle}${final}`
  return final >= 'A' && final <= 'Z' && key === '1' ? `\x1b[${final}` : `\x1b[${key}${final}`
}
