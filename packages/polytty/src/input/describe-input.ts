/** Bytes as the script of keys that would type them (key-script.ts): for people who read what was typed. */
import { decodeInput, type InputEvent } from './decode.js'
import type { KeyPress } from './key.js'
import { isOneCharacter } from './key-names.js'

const utf8 = new TextDecoder()
/** Nothing but text and line ends, as most input is. */
const PLAIN = /^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*$/
const LINE_END = /\r\n?|\n/g
/** Text that would be read as a key. */
const LIKE_A_KEY = /<(?=[A-Za-z][^<>\n]*>)/g

export function describeInput(bytes: Uint8Array): string {
  const text = utf8.decode(bytes)
  if (PLAIN.test(text)) return describeText(text)
  // Line ends of their own are Enter for most programs, whichever of the two they are.
  return decodeInput(bytes).map(describeEvent).join('')
}

function describeText(text: string): string {
  return text.replace(LIKE_A_KEY, '<lt>').replace(LINE_END, '<Enter>').replaceAll('\t', '<Tab>')
}

function describeEvent(event: InputEvent): string {
  switch (event.type) {
    case 'key':
      return describeKey(event.key)
    case 'paste':
      return describeText(event.text)
    case 'mouse':
      return `<Mouse ${event.action.type} ${event.action.row},${event.action.col}>`
    case 'focus':
      return event.focused ? '<FocusIn>' : '<FocusOut>'
    case 'unknown':
      return `<0x${Buffer.from(event.bytes).toString('hex')}>`
  }
}

function describeKey({ key, ctrl, alt, shift, event }: KeyPress): string {
  if (event === 'release') return ''
  if (ctrl && key === 'j' && !alt) return '<Enter>'
  if (isOneCharacter(key) && !ctrl && !alt) return key
  const modifiers = `${ctrl ? 'C-' : ''}${alt ? 'A-' : ''}${shift ? 'S-' : ''}`
  return `<${modifiers}${key === 'Escape' ? 'Esc' : key}>`
}
