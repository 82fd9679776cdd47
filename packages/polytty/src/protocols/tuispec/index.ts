/** tuispec: JSON-RPC on stdio about one app at a time; selectors, snapshots, replay. */
import type { Protocol } from '../protocol.js'

export const tuispec: Protocol = {
  name: 'tuispec',
  summary: 'selectors, snapshots and replay: JSON-RPC on stdio',
  declarations: async () => {
    const { tuispec, tuispecErrors } = await import('./dialect.js')
    return { dialect: tuispec, errors: tuispecErrors }
  },
  open: async (host) => (await import('./endpoint/index.js')).openTuispec(host),
  late: () => ({}),
  addresses: () => ['on stdio: polytty tuispec server --artifact-dir PATH'],
  command: async () => (await import('./cli/program.js')).tuispecCommand(),
  shim: [],
  conformance: new URL('./conformance/', import.meta.url),
}
