/** Panels: rows at the top or bottom edge that the program gives up while they are there. */
import { z } from 'zod'
import { method } from '../context.js'
import type { Panel } from '../elements.js'
import { encodeElement } from '../encode.js'
import { background, element, empty, order, session, spanChanges, spans, writes } from '../params.js'
import type { Stage } from '../stage.js'

const position = z.enum(['top', 'bottom'])
const height = z.number().int().min(1).max(1000)
const id = z.string()

const panel = z.object({
  id,
  position,
  height: z.number().int(),
  visible: z.boolean().describe('False for one that finds no room.'),
  ...element,
})

function encodePanel(stage: Stage, source: Panel): z.input<typeof panel> {
  const { id, position, height } = source
  return { id, position, height, visible: stage.isVisible(source), ...encodeElement(source) }
}

const createPanel = method({
  name: 'create_panel',
  summary: 'Take rows at an edge of the window from the program and show text there.',
  params: z.object({
    session,
    position,
    height,
    z: order.nullish().describe('Higher ones are nearer to the edge; above all others if absent.'),
    spans: spans.nullish(),
    background: background.nullish(),
    focusable: z.boolean().nullish(),
  }),
  result: z.object({ id }),
  errors: ['session-not-found', 'invalid-params', 'resource-limit'],
  examples: [
    {
      params: { session: '$session', position: 'bottom', height: 1, spans: [{ text: 'Ready', fg: 'green' }] },
      result: { id: '$any' },
    },
    { params: { session: '$session', position: 'left', height: 1 }, error: 'invalid_request' },
  ],
  handler: (client, { session, spans, ...options }) => {
    const { elements } = client.stage(session)
    return { id: elements.addPanel({ ...options, spans: spans ?? [] }).id }
  },
})

const listPanels = method({
  name: 'list_panels',
  summary: 'The panels of the current screen mode: those at the top first, then the highest first.',
  params: z.object({ session }),
  result: z.array(panel),
  errors: ['session-not-found'],
  examples: [{ params: { session: '$session' }, result: [] }],
  handler: (client, { session }) => {
    const stage = client.stage(session)
    return stage.elements.listPanels().map((panel) => encodePanel(stage, panel))
  },
})

const getPanel = method({
  name: 'get_panel',
  summary: 'One panel.',
  params: z.object({ session, id }),
  result: panel,
  errors: ['session-not-found', 'not-found'],
  examples: [{ params: { session: '$session', id: 'none' }, error: 'panel_not_found' }],
  handler: (client, { session, id }) => {
    const stage = client.stage(session)
    return encodePanel(stage, stage.elements.panel(id))
  },
})

const updatePanel = method({
  name: 'update_panel',
  summary: 'Replace place, height, order and spans of a panel; background and focusable stay.',
  params: z.object({ session, id, position, height, z: order, spans }),
  result: empty,
  errors: ['session-not-found', 'not-found'],
  examples: [
    {
      params: { session: '$session', id: 'none', position: 'top', height: 1, z: 1, spans: [] },
      error: 'panel_not_found',
    },
  ],
  handler: (client, { session, id, ...change }) => {
    client.stage(session).elements.changePanel(id, change)
    return {}
  },
})

const patchPanel = method({
  name: 'patch_panel',
  summary: 'Change what is given of a panel.',
  params: z.object({
    session,
    id,
    position: position.optional(),
    height: height.optional(),
    z: order.optional(),
    spans: spans.optional(),
    background: background.optional(),
  }),
  result: empty,
  errors: ['session-not-found', 'not-found'],
  examples: [{ params: { session: '$session', id: 'none', height: 2 }, error: 'panel_not_found' }],
  handler: (client, { session, id, ...change }) => {
    client.stage(session).elements.changePanel(id, change)
    return {}
  },
})

const deletePanel = method({
  name: 'delete_panel',
  summary: 'Take a panel away; the program gets its rows back.',
  params: z.object({ session, id }),
  result: empty,
  errors: ['session-not-found', 'not-found'],
  examples: [{ params: { session: '$session', id: 'none' }, error: 'panel_not_found' }],
  handler: (client, { session, id }) => {
    client.stage(session).elements.deletePanel(id)
    return {}
  },
})

const clearPanels = method({
  name: 'clear_panels',
  summary: 'Take all panels of the current screen mode away.',
  params: z.object({ session }),
  result: empty,
  errors: ['session-not-found'],
  examples: [{ params: { session: '$session' }, result: {} }],
  handler: (client, { session }) => {
    client.stage(session).elements.clearPanels()
    return {}
  },
})

const updatePanelSpans = method({
  name: 'update_panel_spans',
  summary: 'Change spans of a panel by their ids; others stay as they are.',
  params: z.object({ session, id, spans: spanChanges }),
  result: empty,
  errors: ['session-not-found', 'not-found'],
  examples: [{ params: { session: '$session', id: 'none', spans: [] }, error: 'panel_not_found' }],
  handler: (client, { session, id, spans }) => {
    const { elements } = client.stage(session)
    elements.update(elements.panel(id), spans, [])
    return {}
  },
})

const panelRegionWrite = method({
  name: 'panel_region_write',
  summary: 'Write text at places within a panel.',
  params: z.object({ session, id, writes }),
  result: empty,
  errors: ['session-not-found', 'not-found', 'resource-limit'],
  examples: [{ params: { session: '$session', id: 'none', writes: [] }, error: 'panel_not_found' }],
  handler: (client, { session, id, writes }) => {
    const { elements } = client.stage(session)
    elements.update(elements.panel(id), [], writes)
    return {}
  },
})

export const panelMethods = [
  createPanel,
  listPanels,
  getPanel,
  updatePanel,
  patchPanel,
  deletePanel,
  clearPanels,
  updatePanelSpans,
  panelRegionWrite,
]
