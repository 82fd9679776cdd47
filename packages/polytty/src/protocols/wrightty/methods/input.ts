/** Typing, pasting and pointing. */
import { z } from 'zod'
import type { MouseAction } from '../../../input/index.js'
import { partKey } from '../../../session/index.js'
import { method } from '../context.js'
import { keyPress, keySchema } from '../keys.js'
import { cellIndex, empty, modifiers, sessionId } from '../params.js'

const inputKey = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .optional()
  .describe('Names this input: sent again under the same key, after a connection was lost, it is not typed again.')

const sendKeys = method({
  name: 'Input.sendKeys',
  summary: 'Press keys one after another, encoded as the program asked for them (cursor mode, kitty keyboard …).',
  params: z.object({ sessionId, keys: z.array(keySchema).max(10_000), key: inputKey }),
  result: empty,
  errors: ['session-not-found', 'session-exited', 'invalid-params', 'input-overflow'],
  examples: [
    { params: { sessionId: '$session', keys: ['l', 's', { key: 'Enter' }, 'Ctrl+c', { key: 'F', n: 5 }] }, result: {} },
    { about: 'a key that does not exist', params: { sessionId: '$session', keys: ['NoSuchKey'] }, error: -32602 },
  ],
  handler: async (client, { sessionId, keys, key }) => {
    const session = await client.session(sessionId)
    const presses = keys.map(keyPress)
    client.noteTyping(session)
    await Promise.all(presses.map((press, index) => session.press(press, { key: partKey(key, index) })))
    return {}
  },
})

const sendText = method({
  name: 'Input.sendText',
  summary: 'Write text to the program as it is, without interpreting it.',
  params: z.object({ sessionId, text: z.string(), key: inputKey }),
  result: empty,
  errors: ['session-not-found', 'session-exited', 'input-overflow'],
  examples: [{ params: { sessionId: '$session', text: 'echo hello\n' }, result: {} }],
  handler: async (client, { sessionId, text, key }) => {
    const session = await client.session(sessionId)
    client.noteTyping(session)
    // A terminal's own report of its focus, sent by hand, is that report: others are notified of it.
    const focus = session.terminal.modes.focusReporting ? focusReports[text] : undefined
    await (focus === undefined ? session.write(text, { key }) : session.focus(focus))
    return {}
  },
})

const focusReports: Readonly<Record<string, boolean>> = { '\x1b[I': true, '\x1b[O': false }

const buttons = z.enum(['left', 'right', 'middle', 'none', 'scrollUp', 'scrollDown', 'scrollLeft', 'scrollRight'])

const mouseParams = z.object({
  sessionId,
  event: z.enum(['press', 'release', 'move', 'scroll']),
  button: buttons.default('left').describe('none for a move without a button; scrollUp or scrollDown for a scroll.'),
  row: cellIndex,
  col: cellIndex,
  modifiers: modifiers.nullish(),
})

const sendMouse = method({
  name: 'Input.sendMouse',
  summary: 'Send a mouse event in the tracking mode and encoding that the program asked for.',
  params: mouseParams
    .refine(({ event, button }) => event !== 'scroll' || button.startsWith('scroll'), {
      message: 'a scroll needs button scrollUp, scrollDown, scrollLeft or scrollRight',
      path: ['button'],
    })
    .refine(({ event, button }) => event === 'scroll' || !button.startsWith('scroll'), {
      message: 'scroll buttons go with event "scroll"',
      path: ['button'],
    })
    .refine(({ event, button }) => event === 'move' || event === 'scroll' || button !== 'none', {
      message: 'a press or release needs button left, middle or right',
      path: ['button'],
    }),
  result: empty,
  errors: ['session-not-found', 'session-exited', 'mouse-not-enabled', 'invalid-params'],
  examples: [
    {
      about: 'a program that has not enabled the mouse',
      params: { sessionId: '$session', event: 'press', button: 'left', row: 5, col: 12 },
      error: 1006,
    },
  ],
  handler: async (client, { sessionId, ...event }) => {
    const session = await client.session(sessionId)
    client.noteTyping(session)
    await session.mouse(mouseAction(event))
    return {}
  },
})

function mouseAction({
  event,
  button,
  row,
  col,
  modifiers,
}: Omit<z.output<typeof mouseParams>, 'sessionId'>): MouseAction {
  const place = {
    row,
    col,
    ctrl: modifiers?.includes('Ctrl') ?? false,
    alt: (modifiers?.includes('Alt') || modifiers?.includes('Meta')) ?? false,
    shift: modifiers?.includes('Shift') ?? false,
  }
  if (event === 'scroll') return { type: 'scroll', direction: scrollDirections[button] ?? 'up', ...place }
  const pressed = button === 'left' || button === 'right' || button === 'middle' ? button : null
  if (event === 'move') return pressed ? { type: 'drag', button: pressed, ...place } : { type: 'move', ...place }
  return { type: event, button: pressed ?? 'left', ...place }
}

const scrollDirections: Readonly<Record<string, 'up' | 'down' | 'left' | 'right'>> = {
  scrollUp: 'up',
  scrollDown: 'down',
  scrollLeft: 'left',
  scrollRight: 'right',
}

export const inputMethods = [sendKeys, sendText, sendMouse]
