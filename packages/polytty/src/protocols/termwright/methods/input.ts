/** Typing and pressing. */
import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import { parseKey } from '../../../input/index.js'
import { method } from '../context.js'
import { nothing } from '../params.js'

const type = method({
  name: 'type',
  summary: 'Type text as it is.',
  params: z.object({ text: z.string() }),
  result: nothing,
  errors: ['session-exited', 'invalid-params'],
  examples: [
    { params: { text: 'hello world' }, result: null },
    { about: 'without text', params: {}, error: -4 },
  ],
  handler: async (client, { text }) => {
    await client.live().write(text)
    return null
  },
})

const press = method({
  name: 'press',
  summary: 'Press one key: a name, a character, or either with modifiers ("Ctrl+Shift+Right").',
  params: z.object({ key: z.string().min(1) }),
  result: nothing,
  errors: ['session-exited', 'invalid-params'],
  examples: [
    { params: { key: 'Enter' }, result: null },
    { about: 'a plain letter', params: { key: 'f' }, result: null },
    { about: 'a key that does not exist', params: { key: 'NoSuchKey' }, error: -4 },
  ],
  handler: async (client, { key }) => {
    await client.live().press(parseKey(key))
    return null
  },
})

const hotkeyParams = z
  .object({
    modifier: z.string().nullish().describe('"ctrl", "alt", "shift", or several joined by "+".'),
    key: z.string().nullish(),
    ctrl: z.boolean().nullish().describe("Released clients' spelling of the modifier."),
    alt: z.boolean().nullish(),
    ch: z.string().nullish().describe("Released clients' spelling of the key."),
  })
  .refine(({ key, ch }) => key ?? ch, { message: 'key is required', path: ['key'] })
  .refine(({ modifier, ctrl, alt }) => modifier || ctrl || alt, {
    message: 'modifier is required: "ctrl" or "alt"',
    path: ['modifier'],
  })

const hotkey = method({
  name: 'hotkey',
  summary: 'Press a key with modifiers.',
  params: hotkeyParams,
  result: nothing,
  errors: ['session-exited', 'invalid-params'],
  examples: [
    { params: { modifier: 'alt', key: 'x' }, result: null },
    { about: 'a modifier that does not exist', params: { modifier: 'magic', key: 'c' }, error: -4 },
  ],
  handler: async (client, { modifier, key, ctrl, alt, ch }) => {
    const held = (modifier ?? '').toLowerCase().split('+').filter(Boolean)
    const unknown = held.find((name) => !['ctrl', 'alt', 'shift'].includes(name))
    if (unknown)
      throw new CoreError(
        'invalid-params',
        `modifier: expected "ctrl", "alt" or "shift", not ${JSON.stringify(unknown)}`,
      )
    const press = parseKey(key ?? ch ?? '')
    await client.live().press({
      ...press,
      ctrl: press.ctrl || held.includes('ctrl') || ctrl === true,
      alt: press.alt || held.includes('alt') || alt === true,
      shift: press.shift || held.includes('shift'),
    })
    return null
  },
})

const raw = method({
  name: 'raw',
  summary: 'Write bytes, given in base64.',
  params: z
    .object({ bytes: z.string().nullish(), bytes_base64: z.string().nullish().describe("Released clients' spelling.") })
    .refine(({ bytes, bytes_base64 }) => (bytes ?? bytes_base64) != null, {
      message: 'bytes is required, in base64',
      path: ['bytes'],
    }),
  result: nothing,
  errors: ['session-exited', 'invalid-params'],
  examples: [
    { params: { bytes: 'aGk=' }, result: null },
    { about: 'not base64', params: { bytes: '***' }, error: -4 },
  ],
  handler: async (client, { bytes, bytes_base64 }) => {
    const text = bytes ?? bytes_base64 ?? ''
    if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(text)) throw new CoreError('invalid-params', 'bytes: expected base64')
    await client.live().write(Buffer.from(text, 'base64'))
    return null
  },
})

const paste = method({
  name: 'paste',
  summary: 'Paste text, bracketed if the program asked for that.',
  params: z.object({ text: z.string() }),
  result: nothing,
  errors: ['session-exited'],
  examples: [{ params: { text: 'two\nlines' }, result: null }],
  handler: async (client, { text }) => {
    await client.live().paste(text, { bracketed: 'auto' })
    return null
  },
})

export const inputMethods = [type, press, hotkey, raw, paste]
