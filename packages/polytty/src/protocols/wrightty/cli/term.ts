/** `term --headless`: the server under the original's name and with its flags. */

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
}

export async function term({ password, ...options }: TermFlags, { startServer }: CommandContext): Promise<void> {
  const diagnostics = openDiagnostics(options)
  const server = await startServer(
    {
      host: options.host,
      port: options.port,
      maxSessions: options.maxSessions,
      name: options.name,
      token: password,
    },
    diagnostics,
  )
  process.stdout.write(`wrightty (headless) listening on ${server.url}\n`)
  await untilSignal()
  await server.stop()
}
