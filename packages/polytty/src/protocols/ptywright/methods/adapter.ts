/** Adapters: which there can be, which there are, starting and closing them. */
import { z } from 'zod'
import { redactDeep } from '../../../redaction/deep.js'
import { adapterState } from '../adapters/shapes.js'
import { method, type PtywrightClient } from '../context.js'
import { pixels, size } from '../params.js'
import { manifestSchema, requirePermission } from '../plugins/manifest.js'
import { readRedactor } from '../redaction.js'

const list = method({
  name: 'adapter.list',
  summary: 'The manifests of all plugins that an adapter can be started with.',
  params: z.object({}),
  result: z.object({ plugins: z.array(manifestSchema) }),
  examples: [{ params: {}, result: { plugins: '$any' } }],
  handler: ({ server }) => ({ plugins: server.plugins.manifests() }),
})

const live = method({
  name: 'adapter.live',
  summary: 'The adapters there are now, whoever started them.',
  params: z.object({}),
  result: z.object({
    adapters: z.array(
      z.object({
        adapter: z.string(),
        plugin: z.string(),
        session: z.string(),
        sequence: z.number().int(),
        finished: z.boolean(),
      }),
    ),
  }),
  examples: [{ params: {}, result: { adapters: '$any' } }],
  handler: ({ server, sessions }) => ({
    adapters: server.adapters.list().map(({ id, manifest, session, view }) => ({
      adapter: id,
      plugin: manifest.name,
      session: sessions.idOf(session),
      sequence: view.sequence,
      finished: session.exited,
    })),
  }),
})

const target = {
  plugin: z.string().min(1),
  program: z.string().min(1).nullish().describe("The manifest's if absent."),
  args: z.array(z.string()).nullish().describe("The manifest's if absent; an empty list overrides them."),
  cwd: z.string().nullish(),
  env: z.record(z.string(), z.string().nullable()).nullish(),
  rows: size.nullish().describe("The manifest's if absent, else 40."),
  cols: size.nullish().describe("The manifest's if absent, else 120."),
  pixel_width: pixels.nullish(),
  pixel_height: pixels.nullish(),
}

const started = z.object({ adapter: z.string(), plugin: z.string(), session: z.string(), state: adapterState })

const start = method({
  name: 'adapter.start',
  summary: 'Start a program together with the plugin that understands it.',
  params: z.object(target),
  result: started,
  errors: ['invalid-params', 'permission-denied', 'spawn-failed', 'session-limit'],
  examples: [
    { params: { plugin: 'shell' }, result: { adapter: 'e1', plugin: 'shell', session: 's2', state: '$any' } },
    { about: 'a plugin that is not there', params: { plugin: 'nothing' }, error: -32602 },
  ],
  handler: (client, params, { afterReply }) => begin(client, 'adapter.start', params, afterReply),
})

const resume = method({
  name: 'adapter.resume',
  summary: 'Start a program again: first closes the adapter that ran it before, if it is still there.',
  params: z.object({ ...target, prior_adapter: z.string().nullish() }),
  result: started,
  errors: ['invalid-params', 'permission-denied', 'spawn-failed', 'session-limit'],
  examples: [
    {
      params: { plugin: 'shell', prior_adapter: '$adapter' },
      result: { adapter: 'e2', plugin: 'shell', session: 's3', state: '$any' },
    },
  ],
  handler: async (client, params, { signal, afterReply }) => {
    requirePermission(client.server.plugins.get(params.plugin).manifest, 'adapter.resume', 'session.spawn')
    const prior = client.server.adapters.find(params.prior_adapter ?? '')
    if (prior) await prior.turns.take(signal, () => client.server.adapters.close(prior))
    return begin(client, 'adapter.resume', params, afterReply)
  },
})

async function begin(
  { server, sessions }: PtywrightClient,
  method: string,
  params: z.output<z.ZodObject<typeof target>>,
  afterReply: (action: () => void) => void,
): Promise<z.input<typeof started>> {
  const plugin = server.plugins.get(params.plugin)
  requirePermission(plugin.manifest, method, 'session.spawn')
  afterReply(() => void server.plugins.prepare())
  const adapter = await server.adapters.start(plugin, params)
  return {
    adapter: adapter.id,
    plugin: params.plugin,
    session: sessions.idOf(adapter.session),
    state: redactDeep(await adapter.state(), readRedactor({})),
  }
}

const close = method({
  name: 'adapter.close',
  summary: 'End the program and forget the adapter.',
  params: z.object({ adapter: z.string() }),
  result: z.object({ closed: z.literal(true) }),
  errors: ['invalid-params', 'permission-denied'],
  examples: [
    { params: { adapter: '$adapter' }, result: { closed: true } },
    { about: 'an adapter that is not there', params: { adapter: 'e999' }, error: -32602 },
  ],
  handler: async ({ server }, { adapter: id }, { signal }) => {
    const adapter = server.adapters.get(id)
    requirePermission(adapter.manifest, 'adapter.close', 'session.kill')
    await adapter.turns.take(signal, () => server.adapters.close(adapter))
    return { closed: true as const }
  },
})

export const adapterMethods = [list, live, start, resume, close]
