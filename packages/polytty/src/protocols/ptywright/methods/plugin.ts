/** Plugins: what the host offers them, what they offer, and bringing further ones in. */
import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import { method, type PtywrightClient } from '../context.js'
import { manifestProblem, manifestSchema, permissions } from '../plugins/manifest.js'

const capabilities = method({
  name: 'plugin.capabilities',
  summary: 'What this server offers to plugins, and the plugins that come with it.',
  params: z.object({}),
  result: z.object({
    permissions: z.array(z.string()),
    embedded_lua: z.literal(true),
    wasm: z.literal(false),
    builtin_plugins: z.array(manifestSchema),
  }),
  examples: [{ params: {}, result: { permissions: '$any', embedded_lua: true, wasm: false, builtin_plugins: '$any' } }],
  handler: ({ server }) => ({
    permissions: [...permissions],
    embedded_lua: true as const,
    wasm: false as const,
    builtin_plugins: server.plugins.builtIns(),
  }),
})

const validateManifest = method({
  name: 'plugin.validate_manifest',
  summary: 'Check a manifest without loading anything.',
  params: z.object({ manifest: manifestSchema }),
  result: z.object({ valid: z.literal(true) }),
  errors: ['invalid-params'],
  examples: [
    { params: { manifest: { name: 'demo', kind: 'adapter', version: '1.0.0' } }, result: { valid: true } },
    { about: 'without a name', params: { manifest: { name: '', kind: 'adapter', version: '1' } }, error: -32602 },
  ],
  handler: (_, { manifest }) => {
    const problem = manifestProblem(manifest)
    if (problem !== null) throw new CoreError('invalid-params', problem)
    return { valid: true as const }
  },
})

const entries = z.array(z.looseObject({ name: z.string() }))

const describe = method({
  name: 'plugin.describe',
  summary: 'The intents, wait matchers and states of a plugin: what it says itself, or what it exports.',
  params: z.object({ plugin: z.string() }),
  result: z.looseObject({
    plugin: z.string(),
    manifest: manifestSchema,
    intents: entries,
    wait_matchers: entries,
    states: entries,
  }),
  errors: ['invalid-params', 'internal'],
  examples: [
    {
      params: { plugin: 'shell' },
      result: { plugin: 'shell', manifest: '$any', intents: '$any', wait_matchers: '$any', states: '$any' },
    },
    { about: 'a plugin that is not there', params: { plugin: 'nothing' }, error: -32602 },
  ],
  handler: async ({ server }, { plugin: name }) => {
    const plugin = server.plugins.get(name)
    return { ...(await server.plugins.describe(plugin)), plugin: name, manifest: plugin.manifest }
  },
})

const load = method({
  name: 'plugin.load',
  summary: 'Register a plugin from its manifest on disk. The server must have been started with --allow-plugin-load.',
  params: z.object({ manifest_path: z.string().min(1) }),
  result: z.object({ plugin: z.string() }),
  errors: ['permission-denied', 'invalid-path', 'conflict', 'internal'],
  examples: [{ about: 'not allowed here', params: { manifest_path: 'x/manifest.toml' }, error: -32004 }],
  handler: async (client, { manifest_path }) => {
    requireLoading(client)
    const { manifest } = await client.server.plugins.load(manifest_path)
    return { plugin: manifest.name }
  },
})

const unload = method({
  name: 'plugin.unload',
  summary: 'Forget a plugin that was loaded. Its adapters must be closed first.',
  params: z.object({ plugin: z.string() }),
  result: z.object({ unloaded: z.literal(true) }),
  errors: ['permission-denied', 'invalid-params'],
  examples: [{ about: 'not allowed here', params: { plugin: 'shell' }, error: -32004 }],
  handler: (client, { plugin }) => {
    requireLoading(client)
    client.server.plugins.unload(plugin, client.server.adapters.countOf(plugin))
    return { unloaded: true as const }
  },
})

function requireLoading({ server }: PtywrightClient): void {
  if (server.plugins.allowLoad) return
  throw new CoreError('permission-denied', 'this server was started without --allow-plugin-load', {
    reason: 'server_did_not_grant_plugin_load',
  })
}

export const pluginMethods = [capabilities, validateManifest, describe, load, unload]
