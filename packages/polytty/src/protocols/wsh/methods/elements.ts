/** Overlays and panels: the same nine methods for either kind, which differ in what a place is. */

import { z } from 'zod'
import { MAX_CELLS } from '../../../base/limits.js'
import type { ElementKind, ElementOf, OptionsOf, Overlay, Panel } from '../../../compose/index.js'
import type { Method } from '../../define.js'
import { method, type WshClient } from '../context.js'
import { encodeElement } from '../encode.js'
import { background, element, empty, order, session, spanChanges, spans, writes } from '../params.js'
import type { WshSession } from '../wsh-session.js'

const id = z.string()
const missing = { session: '$session', id: 'none' }

/** What is particular to a kind. */
interface KindSpec<K extends ElementKind, C extends z.ZodRawShape, U extends z.ZodRawShape, P extends z.ZodRawShape> {
  readonly kind: K
  /** Params of create_, beside those of every element. */
  readonly create: C
  readonly update: U
  readonly patch: P
  readonly shape: z.ZodType
  readonly texts: Readonly<Record<'create' | 'list' | 'update' | 'patch' | 'delete', string>>
  readonly createExamples: Method<WshClient>['examples']
  readonly updateExample: object
  readonly patchExample: object
  encode(wshSession: WshSession, source: ElementOf<K>): object
}

function elementMethods<
  K extends ElementKind,
  C extends z.ZodRawShape,
  U extends z.ZodRawShape,
  P extends z.ZodRawShape,
>(spec: KindSpec<K, C, U, P>): Method<WshClient>[] {
  const { kind, shape, texts } = spec
  const a = kind === 'overlay' ? 'an overlay' : `a ${kind}`
  const elementsOf = (client: WshClient, name: string | null | undefined) =>
    client.wshSession(name).composition.elements
  const notFound = `${kind}_not_found`
  const refusals = ['session-not-found', 'not-found'] as const
  const change = (client: WshClient, params: { session?: string | null; id: string }): Record<string, never> => {
    const { session, id, ...changes } = params
    elementsOf(client, session).change(kind, id, changes as Partial<OptionsOf<K>>)
    return {}
  }
  return [
    method({
      name: `create_${kind}`,
      summary: texts.create,
      params: z.object({
        session,
        ...spec.create,
        background: background.nullish(),
        focusable: z.boolean().nullish(),
      }),
      result: z.object({ id }),
      errors: ['session-not-found', 'invalid-params', 'resource-limit'],
      examples: spec.createExamples,
      handler: (client, params) => {
        const { session, ...given } = params as { session?: string | null }
        const options: unknown = { spans: [], ...withoutNull(given) }
        return { id: elementsOf(client, session).add(kind, options as OptionsOf<K>).id }
      },
    }),
    method({
      name: `list_${kind}s`,
      summary: texts.list,
      params: z.object({ session }),
      result: z.array(shape),
      errors: ['session-not-found'],
      examples: [{ params: { session: '$session' }, result: [] }],
      handler: (client, { session }) => {
        const wshSession = client.wshSession(session)
        return wshSession.composition.elements.list(kind).map((source) => spec.encode(wshSession, source))
      },
    }),
    method({
      name: `get_${kind}`,
      summary: `One ${kind}.`,
      params: z.object({ session, id }),
      result: shape,
      errors: refusals,
      examples: [{ params: missing, error: notFound }],
      handler: (client, { session, id }) => {
        const wshSession = client.wshSession(session)
        return spec.encode(wshSession, wshSession.composition.elements.get(kind, id))
      },
    }),
    method({
      name: `update_${kind}`,
      summary: texts.update,
      params: z.object({ session, id, ...spec.update, spans }),
      result: empty,
      errors: refusals,
      examples: [{ params: { ...missing, ...spec.updateExample, spans: [] }, error: notFound }],
      handler: (client, params) => change(client, params as { id: string }),
    }),
    method({
      name: `patch_${kind}`,
      summary: texts.patch,
      params: z.object({ session, id, z: order.optional(), ...spec.patch, background: background.optional() }),
      result: empty,
      errors: [...refusals, 'invalid-params'],
      examples: [{ params: { ...missing, ...spec.patchExample }, error: notFound }],
      handler: (client, params) => change(client, params as { id: string }),
    }),
    method({
      name: `delete_${kind}`,
      summary: texts.delete,
      params: z.object({ session, id }),
      result: empty,
      errors: refusals,
      examples: [{ params: missing, error: notFound }],
      handler: (client, { session, id }) => {
        elementsOf(client, session).delete(kind, id)
        return {}
      },
    }),
    method({
      name: `clear_${kind}s`,
      summary: `Take all ${kind}s of the current screen mode away.`,
      params: z.object({ session }),
      result: empty,
      errors: ['session-not-found'],
      examples: [{ params: { session: '$session' }, result: {} }],
      handler: (client, { session }) => {
        elementsOf(client, session).clear(kind)
        return {}
      },
    }),
    method({
      name: `update_${kind}_spans`,
      summary: `Change spans of ${a} by their ids; others stay as they are.`,
      params: z.object({ session, id, spans: spanChanges }),
      result: empty,
      errors: refusals,
      examples: [{ params: { ...missing, spans: [] }, error: notFound }],
      handler: (client, { session, id, spans }) => {
        elementsOf(client, session).update(kind, id, spans, [])
        return {}
      },
    }),
    method({
      name: `${kind}_region_write`,
      summary: `Write text at places within ${a}.`,
      params: z.object({ session, id, writes }),
      result: empty,
      errors: [...refusals, 'resource-limit'],
      examples: [{ params: { ...missing, writes: [] }, error: notFound }],
      handler: (client, { session, id, writes }) => {
        elementsOf(client, session).update(kind, id, [], writes)
        return {}
      },
    }),
  ]
}

/** Null is as good as absent. */
function withoutNull(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null))
}

const int = z.number().int()
const place = int.min(-MAX_CELLS).max(MAX_CELLS)
const extent = int.nullish()

const overlay = z.object({ id, x: int, y: int, width: int, height: int, ...element })

export const overlayMethods = elementMethods({
  kind: 'overlay',
  create: {
    x: place.describe('Column.'),
    y: place.describe('Row.'),
    z: order.nullish().describe('Higher ones cover lower ones; above all others if absent.'),
    width: extent,
    height: extent,
    spans,
  },
  update: {},
  patch: { x: place.optional(), y: place.optional(), width: extent, height: extent },
  shape: overlay,
  texts: {
    create: 'Put text over the screen. Its size is that of its text unless it is given.',
    list: 'The overlays of the current screen mode, the lowest first.',
    update: "Replace an overlay's spans.",
    patch: 'Move, resize or restack an overlay; its text stays.',
    delete: 'Take an overlay away; what it covered is seen again.',
  },
  createExamples: [
    {
      params: { session: '$session', x: 60, y: 0, z: 100, spans: [{ text: 'Status: OK', fg: 'green' }] },
      result: { id: '$any' },
    },
    { about: 'no width', params: { session: '$session', x: 0, y: 0, width: 0, spans: [] }, error: 'invalid_overlay' },
  ],
  updateExample: {},
  patchExample: { x: 0 },
  encode: (_, source: Overlay): z.input<typeof overlay> => {
    const { id, x, y, width, height } = source
    return { id, x, y, width, height, ...encodeElement(source) }
  },
})

const position = z.enum(['top', 'bottom'])
const height = int.min(1).max(MAX_CELLS)

const panel = z.object({
  id,
  position,
  height: int,
  visible: z.boolean().describe('False for one that finds no room.'),
  ...element,
})

export const panelMethods = elementMethods({
  kind: 'panel',
  create: {
    position,
    height,
    z: order.nullish().describe('Higher ones are nearer to the edge; above all others if absent.'),
    spans: spans.nullish(),
  },
  update: { position, height, z: order },
  patch: { position: position.optional(), height: height.optional(), spans: spans.optional() },
  shape: panel,
  texts: {
    create: 'Take rows at an edge of the window from the program and show text there.',
    list: 'The panels of the current screen mode: those at the top first, then the highest first.',
    update: 'Replace place, height, order and spans of a panel; background and focusable stay.',
    patch: 'Change what is given of a panel.',
    delete: 'Take a panel away; the program gets its rows back.',
  },
  createExamples: [
    {
      params: { session: '$session', position: 'bottom', height: 1, spans: [{ text: 'Ready', fg: 'green' }] },
      result: { id: '$any' },
    },
    { params: { session: '$session', position: 'left', height: 1 }, error: 'invalid_request' },
  ],
  updateExample: { position: 'top', height: 1, z: 1 },
  patchExample: { height: 2 },
  encode: (wshSession, source: Panel): z.input<typeof panel> => {
    const { id, position, height } = source
    return { id, position, height, visible: wshSession.composition.isVisible(source), ...encodeElement(source) }
  },
})
