/**
 * A sixth protocol, as small as one can be: it counts. It lives outside the package, and nothing but this folder knows it,
 * so what it takes to add a protocol is what is here, and a line in the list.
 */
import type { Protocol } from '../../packages/polytty/src/protocols/protocol.js'

export const toy: Protocol = {
  name: 'toy',
  summary: 'counting: one request per line on a Unix socket or stdio',
  declarations: async () => {
    const { toy, toyErrors } = await import('./dialect.js')
    return { dialect: toy, errors: toyErrors }
  },
  open: async (host) => (await import('./endpoint/index.js')).openToy(host),
  recognises: (first) => typeof first === 'object' && first !== null && 'toy' in first,
  addresses: ({ socket }) => [socket ?? 'not here: add --socket PATH', 'or on stdio: polytty toy serve'],
  command: async () => (await import('./cli/program.js')).toyCommand(),
  conformance: new URL('./conformance/', import.meta.url),
}
