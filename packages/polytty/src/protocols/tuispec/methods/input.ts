/** Typing, pressing and clicking. An input is acknowledged when it is written; the next look waits for the answer. */
import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import { encodeMouse, type MouseAction } from '../../../input/index.js'
import { parseDocumentKey } from '../../document-keys.js'
import { method } from '../context.js'
import { ambiguityMode, ok, place, pollIntervalMs, timeoutMs } from '../params.js'
import { describeSelector, type Found, findOne, type Selector, selector } from '../selector.js'
import { ambiguityOf } from '../settings.js'
import type { Tui } from '../tui.js'
import { delivered } from '../typing.js'
import { waitFor } from '../waiting.js'

const done = { ok: true } as const

const sendKey = method({
  name: 'sendKey',
  summary: 'Press a key: a name such as Enter or F5, one character, or either with modifiers ("Ctrl+C").',
  params: z.object({ key: z.string().min(1) }),
  result: ok,
  errors: ['session-not-found', 'invalid-params', 'session-exited', 'input-overflow'],
  examples: [
    { params: { key: 'Enter' }, result: { ok: true } },
    { params: { key: 'ctrl+a' }, result: { ok: true } },
    { params: { key: 'Shift+PageDown' }, result: { ok: true } },
    { about: 'a key that does not exist', params: { key: 'NoSuchKey' }, error: -32602 },
    { about: 'a modifier that terminals do not have', params: { key: 'Cmd+x' }, error: -32602 },
  ],
  handler: async (client, { key }, { signal }) => {
    await delivered(client, client.active().live().press(parseDocumentKey(key)), signal)
    return done
  },
})

const sendText = method({
  name: 'sendText',
  summary: 'Type text as it is.',
  params: z.object({ text: z.string() }),
  result: ok,
  errors: ['session-not-found', 'session-exited', 'input-overflow'],
  examples: [{ params: { text: 'hello' }, result: { ok: true } }],
  handler: async (client, { text }, { signal }) => {
    await delivered(client, client.active().live().write(text), signal)
    return done
  },
})

const sendLine = method({
  name: 'sendLine',
  summary: 'Type text and press Enter. With `expectAfter`, wait until that is visible.',
  params: z.object({
    text: z.string(),
    expectAfter: selector.nullish(),
    timeoutMs,
    pollIntervalMs,
    ambiguityMode: ambiguityMode.nullish(),
  }),
  result: ok,
  errors: ['session-not-found', 'session-exited', 'input-overflow', 'wait-timeout'],
  examples: [
    {
      params: { text: 'hello', expectAfter: { type: 'exact', text: 'hello' }, ambiguityMode: 'first-visible' },
      result: { ok: true },
    },
    {
      about: 'what does not come',
      params: { text: 'hello', expectAfter: { type: 'exact', text: 'goodbye' }, timeoutMs: 0 },
      error: -32004,
    },
  ],
  handler: async (client, { text, expectAfter, timeoutMs, ambiguityMode }, { signal }) => {
    const tui = client.active()
    const app = tui.live()
    await delivered(client, app.write(text), signal)
    await delivered(client, app.press('Enter'), signal)
    const ambiguity = ambiguityMode && ambiguityOf(ambiguityMode)
    if (expectAfter) await waitFor(tui, expectAfter, { timeoutMs, ambiguity, signal })
    return done
  },
})

/** What a click is sent as where the app's own modes do not decide: it may ask for the mouse only after this. */
const forced = {
  sgr: { mouseTracking: 'normal', mouseEncoding: 'sgr' },
  x10: { mouseTracking: 'normal', mouseEncoding: 'default' },
} as const

const click = method({
  name: 'click',
  summary: 'Press and release a mouse button on a cell, or on the first cell of what a selector finds.',
  params: z
    .object({
      col: place.nullish(),
      row: place.nullish(),
      selector: selector.nullish(),
      button: z.enum(['left', 'middle', 'right']).nullish(),
      encoding: z.enum(['sgr', 'x10']).nullish().describe('If absent what the app asked for, else sgr.'),
      ambiguityMode: ambiguityMode.nullish(),
    })
    .refine(({ col, row, selector }) => (selector ? !col && !row : col && row), {
      message: 'give either col and row, or a selector',
    }),
  result: ok,
  errors: ['session-not-found', 'invalid-params', 'not-found', 'session-exited'],
  examples: [
    { about: 'an app that did not ask for the mouse', params: { col: 3, row: 2 }, result: { ok: true } },
    { about: 'neither a cell nor a selector', params: { button: 'left' }, error: -32602 },
  ],
  deviation: 'Not in the document; the original program has it.',
  handler: async (client, { col, row, selector, button, encoding, ambiguityMode }, { signal }) => {
    const app = client.active().live()
    const mode = ambiguityMode ? ambiguityOf(ambiguityMode) : client.active().settings.ambiguity
    const target = selector
      ? locate(await client.settled(signal), selector, mode)
      : { col: (col ?? 1) - 1, row: (row ?? 1) - 1 }
    const sentAs = encoding ?? (app.terminal.modes.mouseTracking === 'none' ? 'sgr' : null)
    for (const type of ['press', 'release'] as const) {
      const action: MouseAction = { type, button: button ?? 'left', row: target.row, col: target.col }
      const writing = sentAs ? app.write(encodeMouse(action, forced[sentAs], app)) : app.mouse(action)
      await delivered(client, writing, signal)
    }
    return done
  },
})

function locate(tui: Tui, wanted: Selector, mode: 'fail' | 'first' | 'last'): Found {
  const found = findOne(wanted, tui.snapshot(), mode, tui.name)
  if (found) return found
  throw new CoreError('not-found', `nothing to click: ${describeSelector(wanted)} is not visible`)
}

export const inputMethods = [sendKey, sendText, sendLine, click]
