/** The key shapes of this dialect: structured keys and the shorthand strings. */
import { z } from 'zod'
import { CoreError } from '../../base/core-error.js'
import type { KeyPress } from '../../input/index.js'
import { parseDocumentKey } from '../document-keys.js'
import { modifiers } from './params.js'

const LAST_FUNCTION_KEY = 24

const named = [
  'Enter',
  'Tab',
  'Backspace',
  'Delete',
  'Escape',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Insert',
] as const

const structuredKey = z.discriminatedUnion('key', [
  z.object({ key: z.literal('Char'), char: z.string().min(1), modifiers: modifiers.nullish() }),
  z.object({ key: z.literal('F'), n: z.number().int().min(1).max(LAST_FUNCTION_KEY), modifiers: modifiers.nullish() }),
  z.object({ key: z.enum(named), modifiers: modifiers.nullish() }),
])

export const keySchema = z.union([z.string().min(1), structuredKey], {
  error: `expected a string such as "a", "Enter" or "Ctrl+c", or {"key": "Char", "char": "a"}, {"key": "F", "n": 1–24} or one of ${named.join(', ')}`,
})

export function keyPress(key: z.output<typeof keySchema>): KeyPress {
  if (typeof key === 'string') return parseDocumentKey(key, LAST_FUNCTION_KEY)
  const held = {
    ctrl: key.modifiers?.includes('Ctrl') ?? false,
    alt: key.modifiers?.includes('Alt') ?? false,
    shift: key.modifiers?.includes('Shift') ?? false,
    meta: key.modifiers?.includes('Meta') ?? false,
  }
  if (key.key === 'F') return { key: `F${key.n}`, ...held }
  if (key.key !== 'Char') return { key: key.key, ...held }
  if ([...key.char].length !== 1 && !isOneGrapheme(key.char))
    throw new CoreError('invalid-params', `char must be a single character, not ${JSON.stringify(key.char)}`)
  return { key: key.char, ...held }
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function isOneGrapheme(text: string): boolean {
  return [...graphemes.segment(text)].length === 1
}
