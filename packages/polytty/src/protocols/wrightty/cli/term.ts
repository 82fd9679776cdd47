/** `term`: the server under the original's name and with its flags, by itself or as a bridge. */

import { CoreError } from '../../../base/core-error.js'
import type { BridgeKind } from '../../../bridge/index.js'
import { openDiagnostics } from '../../../cli-kit/log.js'
import type { LogFlags } from '../../../cli-kit/log-options.js'
import { untilSignal } from '../../../cli-kit/signals.js'
import type { CommandContext } from '../../protocol.js'

export interface TermFlags extends LogFlags {
  readonly host: string
  readonly port?: number
  readonly maxSessions: number
  readonly name?: string
  readonly password?: string
  readonly headless?: boolean
  readonly bridgeTmux?: boolean
  readonly bridgeWezterm?: boolean
  readonly bridgeKitty?: boolean
  readonly bridgeZellij?: boolean
  readonly bridgeGhostty?: boolean
}

export async function term({ password, ...options }: TermFlags, { startServer }: CommandContext): Promise<void> {
  const kind = kindOf(options)
  const diagnostics = openDiagnostics(options)
  const { host, port, maxSessions, name } = options
  const server = await startServer(
    {
      ...{ host, port, maxSessions, name, token: password },
      ...(kind && { bridges: [{ kind }], bridgeOnly: true }),
    },
    diagnostics,
  )
  process.stdout.write(`wrightty (${kind ? `${kind} bridge` : 'headless'}) listening on ${server.url}\n`)
  const ended = new Promise<void>((resolve) => server.onBridgesLost.on(() => resolve()))
  await Promise.race([untilSignal(), ended])
  await server.stop()
}

/** The one terminal that is meant; null for none but our own. */
function kindOf(flags: TermFlags): BridgeKind | null {
  const meant = {
    headless: flags.headless,
    ...{ tmux: flags.bridgeTmux, wezterm: flags.bridgeWezterm, kitty: flags.bridgeKitty },
    ...{ zellij: flags.bridgeZellij, ghostty: flags.bridgeGhostty },
  }
  const [first, second] = Object.entries(meant).flatMap(([name, isMeant]) => (isMeant ? [name] : []))
  if (first === undefined || second !== undefined)
    throw new CoreError('invalid-params', 'exactly one of --headless and --bridge-tmux, --bridge-kitty, … is needed')
  return first === 'headless' ? null : (first as BridgeKind)
}
