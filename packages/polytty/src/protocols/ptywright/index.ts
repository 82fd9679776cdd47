/** ptywright: JSON-RPC on stdio or a Unix socket; adapters and Lua plugins. */
import type { Protocol } from '../protocol.js'

export const ptywright: Protocol = {
  name: 'ptywright',
  summary: 'adapters and Lua plugins, redaction: JSON-RPC on stdio or a Unix socket',
  declarations: async () => {
    const { ptywright, ptywrightErrors } = await import('./dialect.js')
    return { dialect: ptywright, errors: ptywrightErrors }
  },
  open: async (host) => (await import('./endpoint/index.js')).openPtywright(host),
  // A plugin of the operator's that cannot be loaded is reported at the start.
  late: ({ plugins = [] }) => (plugins.length > 0 ? null : { prepares: true }),
  /** Its methods are in lower case (`session.create`), wrightty's are not (`Session.create`). */
  recognises(first) {
    const { method } = (first ?? {}) as { method?: unknown }
    return typeof method === 'string' && /^(?:server|session|adapter|plugin)\./.test(method)
  },
  addresses: ({ socket }) => [socket ?? 'not here: add --socket PATH', 'or on stdio: polytty ptywright serve --stdio'],
  command: async () => (await import('./cli/program.js')).ptywrightCommand(),
  shim: [],
  conformance: new URL('./conformance/', import.meta.url),
}
