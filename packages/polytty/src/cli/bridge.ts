/** `polytty bridge`: a server that is a bridge to one other terminal, with the flags of the wrightty package's bridges. */

import { CoreError } from '../base/core-error.js'
import { type BridgeKind, type BridgeSpec, kinds } from '../bridge/index.js'
import { openDiagnostics } from '../cli-kit/log.js'
import type { LogFlags } from '../cli-kit/log-options.js'
import { untilSignal } from '../cli-kit/signals.js'
import type { Protocol } from '../protocols/protocol.js'
import { startServer } from '../server/server.js'

export interface BridgeFlags extends LogFlags {
  readonly host: string
  readonly port?: number
  readonly socket?: string
  readonly label?: string
  readonly name?: string
  readonly password?: string
}

export async function bridge(
  kind: BridgeKind,
  words: readonly string[],
  { host, port, socket, label, name, password, ...flags }: BridgeFlags,
  protocols: readonly Protocol[],
): Promise<void> {
  if (words.length > 0 && kind !== 'command')
    throw new CoreError(
      'invalid-params',
      `a bridge to ${kind} takes no command; ${JSON.stringify(words.join(' '))} is one`,
    )
  const where = socket ?? label ?? (words.length > 0 ? words.join(' ') : undefined)
  const spec: BridgeSpec = { kind, where }
  const server = await startServer(
    { host, port, ports: portsOf(kind), name, token: password, bridges: [spec], bridgeOnly: true },
    { protocols, diagnostics: openDiagnostics(flags) },
  )
  const ended = new Promise<void>((resolve) => server.onBridgesLost.on(() => resolve()))
  process.stdout.write(`polytty-bridge-${kind} listening on ${server.url}\n`)
  await Promise.race([untilSignal(), ended])
  await server.stop()
}

/** Where wrightty's clients look for this bridge. */
function portsOf(kind: BridgeKind): readonly number[] | undefined {
  const { ports } = kinds[kind] as { ports: readonly [number, number] | null }
  return ports ? Array.from({ length: ports[1] - ports[0] + 1 }, (_, index) => ports[0] + index) : undefined
}
