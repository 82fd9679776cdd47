/** wsh: HTTP and WebSocket; attaching, overlays and panels, lists of sessions. */
import type { Protocol } from '../protocol.js'

export const wsh: Protocol = {
  name: 'wsh',
  summary: 'attaching, overlays and panels, lists of sessions: HTTP and WebSocket',
  declarations: async () => {
    const { wshErrors, wshHttp } = await import('./dialect.js')
    return { dialect: wshHttp, errors: wshErrors }
  },
  open: async (host) => (await import('./endpoint/index.js')).openWsh(host),
  addresses: ({ http, webSocket }) => [
    `${http}/sessions  (HTTP), ${webSocket}/ws/json  (WebSocket), ${http}/docs  (to read)`,
  ],
  command: async (context) => (await import('./cli/program.js')).wshCommand(context),
  shim: [],
  conformance: new URL('./conformance/', import.meta.url),
}
