/** Typing, and where keyboards go: to the program, or to whoever captures them. */
import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import { method } from '../context.js'
import { refuse } from '../errors.js'
import { empty, session } from '../params.js'

const sendInput = method({
  name: 'send_input',
  summary: 'Type bytes into the program; a capture does not hold them back.',
  params: z.object({
    session,
    data: z.string(),
    encoding: z.enum(['utf8', 'base64']).nullish().describe('How `data` is written; utf8 if absent.'),
  }),
  result: empty,
  errors: ['session-not-found', 'input-overflow'],
  examples: [
    { params: { session: '$session', data: 'ls\n' }, result: {} },
    { about: 'bytes, here Ctrl+C', params: { session: '$session', data: 'Aw==', encoding: 'base64' }, result: {} },
    { params: { session: '$session', data: 'x', encoding: 'hex' }, error: 'invalid_request' },
    { about: 'no base64', params: { session: '$session', data: '%', encoding: 'base64' }, error: 'invalid_request' },
  ],
  handler: async (client, { session, data, encoding }) => {
    const target = client.wshSession(session).session
    if (target.exited) throw refuse('input_send_failed', 'The program of this session has ended.')
    await target.write(decode(data, encoding ?? 'utf8')).catch((error: unknown) => {
      if (!(error instanceof CoreError) || error.code !== 'permission-denied') throw error
      throw refuse('input_send_failed', error.message)
    })
    return {}
  },
})

function decode(data: string, encoding: 'utf8' | 'base64'): Buffer {
  // Node takes anything for base64 and leaves out what is none.
  if (encoding === 'base64' && !/^[A-Za-z0-9+/]*={0,2}$/.test(data))
    throw refuse('invalid_request', 'data: not base64, as `encoding` says it is.')
  return Buffer.from(data, encoding)
}

const getInputMode = method({
  name: 'get_input_mode',
  summary: 'Whether keyboards reach the program.',
  params: z.object({ session }),
  result: z.object({ mode: z.enum(['passthrough', 'capture']) }),
  errors: ['session-not-found'],
  examples: [{ params: { session: '$session' }, result: { mode: 'passthrough' } }],
  handler: (client, { session }) => ({ mode: client.wshSession(session).inputMode }),
})

const captureInput = method({
  name: 'capture_input',
  summary: 'Keep what attached terminals type from the program and send it as events instead.',
  params: z.object({ session }),
  result: empty,
  errors: ['session-not-found'],
  examples: [{ params: { session: '$session' }, result: {} }],
  handler: (client, { session }) => {
    client.wshSession(session).setInputMode('capture')
    return {}
  },
})

const releaseInput = method({
  name: 'release_input',
  summary: 'Let keyboards through to the program again; the focus is cleared.',
  params: z.object({ session }),
  result: empty,
  errors: ['session-not-found'],
  examples: [{ params: { session: '$session' }, result: {} }],
  handler: (client, { session }) => {
    client.wshSession(session).setInputMode('passthrough')
    return {}
  },
})

const focus = method({
  name: 'focus',
  summary: 'Give the input focus to an overlay or panel that was made focusable.',
  params: z.object({ session, id: z.string() }),
  result: empty,
  errors: ['session-not-found', 'not-found', 'invalid-params'],
  examples: [{ params: { session: '$session', id: 'none' }, error: 'invalid_request' }],
  handler: (client, { session, id }) => {
    client.wshSession(session).composition.elements.focus(id)
    return {}
  },
})

const unfocus = method({
  name: 'unfocus',
  summary: 'Take the input focus from whatever has it.',
  params: z.object({ session }),
  result: empty,
  errors: ['session-not-found'],
  examples: [{ params: { session: '$session' }, result: {} }],
  handler: (client, { session }) => {
    client.wshSession(session).composition.elements.unfocus()
    return {}
  },
})

const getFocus = method({
  name: 'get_focus',
  summary: 'The element that has the input focus.',
  params: z.object({ session }),
  result: z.object({ focused: z.string().nullable() }),
  errors: ['session-not-found'],
  examples: [{ params: { session: '$session' }, result: { focused: null } }],
  handler: (client, { session }) => ({ focused: client.wshSession(session).composition.elements.focused }),
})

export const inputMethods = [sendInput, getInputMode, captureInput, releaseInput, focus, unfocus, getFocus]
