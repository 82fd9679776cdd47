/** What concerns overlays and panels alike: updating both parts of one at once, and the screen mode that owns them. */
import { z } from 'zod'
import { method } from '../context.js'
import { empty, session, spanChanges, writes } from '../params.js'

const batchUpdate = method({
  name: 'batch_update',
  summary: 'Change spans and write into an overlay or panel in one step: all of it or nothing.',
  params: z.object({
    session,
    id: z.string(),
    type: z.enum(['overlay', 'panel']),
    spans: spanChanges.nullish(),
    writes: writes.nullish(),
  }),
  result: empty,
  errors: ['session-not-found', 'not-found', 'resource-limit'],
  examples: [
    { params: { session: '$session', id: 'none', type: 'overlay' }, error: 'overlay_not_found' },
    { params: { session: '$session', id: 'none', type: 'panel' }, error: 'panel_not_found' },
  ],
  deviation: 'Has a route too: POST /sessions/{name}/batch_update.',
  handler: (client, { session, id, type, spans, writes }) => {
    client.wshSession(session).composition.elements.update(type, id, spans ?? [], writes ?? [])
    return {}
  },
})

const getScreenMode = method({
  name: 'get_screen_mode',
  summary: 'Which set of overlays and panels is shown.',
  params: z.object({ session }),
  result: z.object({ mode: z.enum(['normal', 'alt']) }),
  errors: ['session-not-found'],
  examples: [{ params: { session: '$session' }, result: { mode: 'normal' } }],
  handler: (client, { session }) => ({ mode: client.wshSession(session).composition.elements.screenMode }),
})

const enterAltScreen = method({
  name: 'enter_alt_screen',
  summary: 'Set the overlays and panels aside and begin with none.',
  params: z.object({ session }),
  result: empty,
  errors: ['session-not-found', 'conflict'],
  examples: [{ params: { session: '$session' }, result: {} }],
  handler: (client, { session }) => {
    client.wshSession(session).composition.elements.enterAlt()
    return {}
  },
})

const exitAltScreen = method({
  name: 'exit_alt_screen',
  summary: 'Delete what was made since enter_alt_screen and show the rest again.',
  params: z.object({ session }),
  result: empty,
  errors: ['session-not-found', 'conflict'],
  examples: [{ params: { session: '$session' }, error: 'not_in_alt_screen' }],
  handler: (client, { session }) => {
    client.wshSession(session).composition.elements.exitAlt()
    return {}
  },
})

export const modeMethods = [batchUpdate, getScreenMode, enterAltScreen, exitAltScreen]
