/** Overlays: text on top of the screen, placed anywhere, stacked by z. */
import { z } from 'zod'
import { method } from '../context.js'
import type { Overlay } from '../elements.js'
import { encodeElement } from '../encode.js'
import { background, element, empty, order, session, spanChanges, spans, writes } from '../params.js'

const place = z.number().int().min(-1000).max(1000)
const extent = z.number().int().nullish()
const id = z.string()

const overlay = z.object({
  id,
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  ...element,
})

function encodeOverlay(source: Overlay): z.input<typeof overlay> {
  const { id, x, y, width, height } = source
  return { id, x, y, width, height, ...encodeElement(source) }
}

const createOverlay = method({
  name: 'create_overlay',
  summary: 'Put text over the screen. Its size is that of its text unless it is given.',
  params: z.object({
    session,
    x: place.describe('Column.'),
    y: place.describe('Row.'),
    z: order.nullish().describe('Higher ones cover lower ones; above all others if absent.'),
    width: extent,
    height: extent,
    spans,
    background: background.nullish(),
    focusable: z.boolean().nullish(),
  }),
  result: z.object({ id }),
  errors: ['session-not-found', 'invalid-params', 'resource-limit'],
  examples: [
    {
      params: { session: '$session', x: 60, y: 0, z: 100, spans: [{ text: 'Status: OK', fg: 'green' }] },
      result: { id: '$any' },
    },
    { about: 'no width', params: { session: '$session', x: 0, y: 0, width: 0, spans: [] }, error: 'invalid_overlay' },
  ],
  handler: (client, { session, ...options }) => ({ id: client.stage(session).elements.addOverlay(options).id }),
})

const listOverlays = method({
  name: 'list_overlays',
  summary: 'The overlays of the current screen mode, the lowest first.',
  params: z.object({ session }),
  result: z.array(overlay),
  errors: ['session-not-found'],
  examples: [{ params: { session: '$session' }, result: [] }],
  handler: (client, { session }) => client.stage(session).elements.listOverlays().map(encodeOverlay),
})

const getOverlay = method({
  name: 'get_overlay',
  summary: 'One overlay.',
  params: z.object({ session, id }),
  result: overlay,
  errors: ['session-not-found', 'not-found'],
  examples: [{ params: { session: '$session', id: 'abc-123' }, error: 'overlay_not_found' }],
  handler: (client, { session, id }) => encodeOverlay(client.stage(session).elements.overlay(id)),
})

const updateOverlay = method({
  name: 'update_overlay',
  summary: "Replace an overlay's spans.",
  params: z.object({ session, id, spans }),
  result: empty,
  errors: ['session-not-found', 'not-found'],
  examples: [{ params: { session: '$session', id: 'none', spans: [] }, error: 'overlay_not_found' }],
  handler: (client, { session, id, spans }) => {
    client.stage(session).elements.changeOverlay(id, { spans })
    return {}
  },
})

const patchOverlay = method({
  name: 'patch_overlay',
  summary: 'Move, resize or restack an overlay; its text stays.',
  params: z.object({
    session,
    id,
    x: place.optional(),
    y: place.optional(),
    z: order.optional(),
    width: extent,
    height: extent,
    background: background.optional(),
  }),
  result: empty,
  errors: ['session-not-found', 'not-found', 'invalid-params'],
  examples: [{ params: { session: '$session', id: 'none', x: 0 }, error: 'overlay_not_found' }],
  handler: (client, { session, id, ...change }) => {
    client.stage(session).elements.changeOverlay(id, change)
    return {}
  },
})

const deleteOverlay = method({
  name: 'delete_overlay',
  summary: 'Take an overlay away; what it covered is seen again.',
  params: z.object({ session, id }),
  result: empty,
  errors: ['session-not-found', 'not-found'],
  examples: [{ params: { session: '$session', id: 'none' }, error: 'overlay_not_found' }],
  handler: (client, { session, id }) => {
    client.stage(session).elements.deleteOverlay(id)
    return {}
  },
})

const clearOverlays = method({
  name: 'clear_overlays',
  summary: 'Take all overlays of the current screen mode away.',
  params: z.object({ session }),
  result: empty,
  errors: ['session-not-found'],
  examples: [{ params: { session: '$session' }, result: {} }],
  handler: (client, { session }) => {
    client.stage(session).elements.clearOverlays()
    return {}
  },
})

const updateOverlaySpans = method({
  name: 'update_overlay_spans',
  summary: 'Change spans of an overlay by their ids; others stay as they are.',
  params: z.object({ session, id, spans: spanChanges }),
  result: empty,
  errors: ['session-not-found', 'not-found'],
  examples: [{ params: { session: '$session', id: 'none', spans: [] }, error: 'overlay_not_found' }],
  handler: (client, { session, id, spans }) => {
    const { elements } = client.stage(session)
    elements.update(elements.overlay(id), spans, [])
    return {}
  },
})

const overlayRegionWrite = method({
  name: 'overlay_region_write',
  summary: 'Write text at places within an overlay.',
  params: z.object({ session, id, writes }),
  result: empty,
  errors: ['session-not-found', 'not-found', 'resource-limit'],
  examples: [{ params: { session: '$session', id: 'none', writes: [] }, error: 'overlay_not_found' }],
  handler: (client, { session, id, writes }) => {
    const { elements } = client.stage(session)
    elements.update(elements.overlay(id), [], writes)
    return {}
  },
})

export const overlayMethods = [
  createOverlay,
  listOverlays,
  getOverlay,
  updateOverlay,
  patchOverlay,
  deleteOverlay,
  clearOverlays,
  updateOverlaySpans,
  overlayRegionWrite,
]
