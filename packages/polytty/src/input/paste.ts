/** Pasted text and focus changes → bytes. */
import type { TerminalModes } from '@polytty/terminal'

const encoder = new TextEncoder()
const START = '\x1b[200~'
const END = '\x1b[201~'

/** 'auto' brackets the text when the program asked for that, and else types it: its lines end as Enter ends them. */
export type PasteBrackets = boolean | 'auto'

/**
 * The bytes of a paste: verbatim, or between the bracketed-paste markers. An end marker within the text would let it
 * out of the brackets, so its introducer is replaced by a visible symbol, from which no new marker can form.
 */
export function encodePaste(
  text: string,
  modes: Partial<Pick<TerminalModes, 'bracketedPaste'>> = {},
  brackets: PasteBrackets = 'auto',
): Uint8Array {
  const bracketed = brackets === 'auto' ? Boolean(modes.bracketedPaste) : brackets
  if (!bracketed) return encoder.encode(brackets === 'auto' ? text.replace(/\r?\n/g, '\r') : text)
  return encoder.encode(START + text.replace(/(?:\x1b\[|\x9b)(?=20[01]~)/g, '\u241b[') + END)
}

/** The bytes of a focus change; empty for a program that did not ask for it. */
export function encodeFocus(focused: boolean, modes: Pick<TerminalModes, 'focusReporting'>): Uint8Array {
  return encoder.encode(modes.focusReporting ? (focused ? '\x1b[I' : '\x1b[O') : '')
}
