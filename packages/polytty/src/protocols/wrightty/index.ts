/** wrightty: JSON-RPC over WebSocket, HTTP and the server's socket. */
import type { Protocol } from '../protocol.js'

export const wrightty: Protocol = {
  name: 'wrightty',
  summary: 'agents, scripts and events: JSON-RPC over WebSocket and HTTP',
  declarations: async () => {
    const { wrightty, wrighttyErrors } = await import('./dialect.js')
    return { dialect: wrightty, errors: wrighttyErrors }
  },
  open: async (host) => (await import('./endpoint/index.js')).openWrightty(host),
  addresses: ({ http, webSocket }) => [`${webSocket}  (WebSocket), ${http}/  (HTTP POST)`],
  command: async (context) => (await import('./cli/program.js')).wrighttyCommand(context),
  shim: [],
  otherShims: Object.fromEntries(
    ['tmux', 'kitty', 'wezterm', 'zellij', 'ghostty'].map((kind) => [`wrightty-bridge-${kind}`, ['bridge', kind]]),
  ),
  conformance: new URL('./conformance/', import.meta.url),
}
