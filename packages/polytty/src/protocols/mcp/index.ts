/** The Model Context Protocol: five tools of ours at /mcp, the methods of wsh as tools at /mcp/wsh. */
import type { Protocol } from '../protocol.js'

export const mcp: Protocol = {
  name: 'mcp',
  summary: 'tools for models: the Model Context Protocol over HTTP',
  declarations: async () => {
    const { mcp, mcpErrors } = await import('./wsh/dialect.js')
    return { dialect: mcp, errors: mcpErrors }
  },
  open: async (host) => (await import('./endpoint/index.js')).openMcp(host),
  late: () => ({ paths: (path) => path === '/mcp' || path === '/mcp/wsh' }),
  addresses: ({ http }) => [`${http}/mcp  (Model Context Protocol)`, `${http}/mcp/wsh`],
  conformance: new URL('./conformance/', import.meta.url),
}
