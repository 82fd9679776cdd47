/** termwright: one request per line about one program, on a Unix socket. */
import type { Protocol } from '../protocol.js'

export const termwright: Protocol = {
  name: 'termwright',
  summary: 'tests of TUIs and step files: one request per line on a Unix socket',
  declarations: async () => {
    const { termwright, termwrightErrors } = await import('./dialect.js')
    return { dialect: termwright, errors: termwrightErrors }
  },
  open: async (host) => (await import('./endpoint/index.js')).openTermwright(host),
  late: () => ({}),
  /** Its requests have a number for an id and no `jsonrpc`. */
  recognises(first) {
    const { jsonrpc, id, method } = (first ?? {}) as Record<string, unknown>
    return jsonrpc === undefined && typeof id === 'number' && typeof method === 'string'
  },
  addresses: ({ socket }) => [
    socket ? `polytty termwright daemon --session NAME --server ${socket}` : 'not here: add --socket PATH',
    'or alone: polytty termwright daemon -- COMMAND',
  ],
  command: async () => (await import('./cli/program.js')).termwrightCommand(),
  // The released program answers in another shape than its document says.
  shim: ['--wire', 'auto-released'],
  conformance: new URL('./conformance/', import.meta.url),
}
