/**
 * Keys in the kitty keyboard protocol, all five enhancement flags. Without a physical keyboard the layout is taken to
 * be US: '!' is Shift+1, and no alternate "base layout" key is ever sent.
 */
import { encodeClassic, type KeyModes } from './classic-keys.js'
import { type KeyPress, kittyModifiers, typedCharacter } from './key.js'
import { isModifierKey, keyTable, withoutShift, withShift } from './key-table.js'

const flag = { disambiguate: 1, eventTypes: 2, alternateKeys: 4, allKeys: 8, text: 16 } as const
const eventNumber = { press: 1, repeat: 2, release: 3 } as const
const lockModifiers = 64 | 128
const textModifiers = 1 | lockModifiers

/** True when these flags change how keys are encoded; alternates and text alone only refine the others. */
export function speaksKitty(flags: number): boolean {
  return (flags & (flag.disambiguate | flag.eventTypes | flag.allKeys)) !== 0
}

/** The bytes of a key event, as a string of them; '' for events that the program did not ask for. */
export function encodeKitty(press: KeyPress, modes: KeyModes): string {
  const flags = modes.kittyKeyboard ?? 0
  if (press.event === 'release' && !(flags & flag.eventTypes)) return ''
  const row = keyTable.get(press.key)
  if (!row) return encodeCharacter(press, modes)
  if (isModifierKey(press.key) && !(flags & flag.allKeys)) return ''
  const modifiers = kittyModifiers(press)
  const isTyped = (modifiers & ~textModifiers) === 0
  if (!(flags & flag.allKeys)) {
    const isPlain = (modifiers & ~lockModifiers) === 0
    if (press.key === 'Enter' || press.key === 'Tab' || press.key === 'Backspace') {
      // So that a shell stays usable after a program that died without leaving this mode.
      if (press.event === 'release') return ''
      if (isPlain) return encodeClassic(press, modes)
    } else if (press.key === 'Escape' && modifiers === 0 && !(flags & flag.disambiguate) && press.event !== 'release')
      return encodeClassic(press, modes)
    if (row.types !== undefined && isTyped && press.event !== 'release') return row.types
    // Only a program that asked to distinguish keys learns that it was the keypad's.
    if (row.like && !(flags & flag.disambiguate)) return encodeKitty({ ...press, key: row.like }, modes)
  }
  const event = eventField(press, flags)
  if (row.kitty !== undefined) {
    const text = row.types !== undefined && isTyped ? textField(row.types, press, flags) : ''
    return sequence(String(row.kitty), modifiers, event, text, 'u')
  }
  // F3 would be CSI R, which is also the cursor position report.
  if (press.key === 'F3') return sequence('13', modifiers, event, '', '~')
  if (typeof row.classic === 'number') return sequence(String(row.classic), modifiers, event, '', '~')
  return sequence('1', modifiers, event, '', row.classic as string)
}

function encodeCharacter(press: KeyPress, modes: KeyModes): string {
  const flags = modes.kittyKeyboard ?? 0
  const base = withoutShift(press.key)
  // "Ctrl+C" is how people write Ctrl with the C key; only other characters imply the Shift that types them.
  const impliesShift = base !== press.key && !(press.ctrl && base.toUpperCase() === press.key)
  const key = { ...press, shift: press.shift || impliesShift }
  const char = typedCharacter(base, key)
  const modifiers = kittyModifiers(key)
  const typed = (modifiers & ~textModifiers) === 0 ? (press.text ?? char) : ''
  const event = eventField(press, flags)
  const shifted = withShift(base)
  const alternate = flags & flag.alternateKeys && key.shift && shifted !== base ? `:${shifted.codePointAt(0)}` : ''
  if (!(flags & flag.allKeys)) {
    if (typed && press.event !== 'release') return typed
    if (!(flags & flag.disambiguate) && !event && !alternate && hasClassicForm(base, modifiers))
      return encodeClassic(press, { metaSendsEscape: modes.metaSendsEscape })
  }
  return sequence(`${base.codePointAt(0)}${alternate}`, modifiers, event, textField(typed, press, flags), 'u')
}

/** True for what Alt and Ctrl have always sent; Shift counts where it makes another character than an upper-case one. */
function hasClassicForm(base: string, modifiers: number): boolean {
  const isLetter = base.toUpperCase() !== base
  return (modifiers & ~7) === 0 && !((modifiers & 5) === 5 && isLetter)
}

function eventField(press: KeyPress, flags: number): string {
  const event = eventNumber[press.event ?? 'press']
  return event > 1 && flags & flag.eventTypes ? `:${event}` : ''
}

/** Associated text as code points; control characters never count as text. */
function textField(text: string, press: KeyPress, flags: number): string {
  if (!(flags & flag.text) || !(flags & flag.allKeys) || press.event === 'release') return ''
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
