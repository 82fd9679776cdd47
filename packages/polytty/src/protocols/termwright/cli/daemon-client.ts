/** A client of a daemon's socket, ours or the original's, whose answers have either shape. */
import { openUnixSocket, RpcClient, RpcError, type Termwright } from '@polytty/client'
import { CoreError } from '../../../base/core-error.js'
import type { WireShape } from '../dialect.js'

export type DaemonClient = RpcClient<Termwright>

/** `wire`: the shape to ask for; a daemon that knows no such choice answers in its own. */
export async function connectDaemon(
  path: string,
  wire?: WireShape,
  onMessage?: (line: string) => void,
): Promise<DaemonClient> {
  const channel = await openUnixSocket(path).catch((error: Error) => {
    throw new CoreError('not-found', error.message.replace('server', 'daemon'), {
      hint: 'Start one with: polytty termwright daemon --socket PATH -- COMMAND',
    })
  })
  // What is asked for on a command line is request 1 in any case: scripts may read the reply's id.
  const client: DaemonClient = new RpcClient(channel, { jsonrpc: false, firstId: wire ? 0 : 1, onMessage })
  if (wire) await client.call('handshake', { wire })
  return client
}

/** In the released shape a daemon that was asked to close says so in place of an error. */
export function isClosing(error: unknown): boolean {
  return error instanceof RpcError && error.code === 'closing'
}

export async function takeScreenshot(
  client: DaemonClient,
  font: { readonly font?: string; readonly font_size?: number } = {},
): Promise<Buffer> {
  const png = await client.call('screenshot', font)
  return Buffer.from(typeof png === 'string' ? png : png.png_base64, 'base64')
}

export async function readText(client: DaemonClient): Promise<string> {
  return String(await client.call('screen', { format: 'text' }))
}
