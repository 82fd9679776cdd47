/** `server`: the server under the original's flags, persistent or for as long as it has sessions. */
import { randomBytes } from 'node:crypto'
import { CoreError } from '../../../base/core-error.js'
import { openDiagnostics } from '../../../cli-kit/log.js'
import type { LogFlags } from '../../../cli-kit/log-options.js'
import { untilSignal } from '../../../cli-kit/signals.js'
import { isLoopback } from '../../../transport/guard.js'
import type { CommandContext } from '../../protocol.js'
import { type Named, takeSocket } from './instance.js'
import { saveToken } from './saved-token.js'

export interface ServerFlags extends Named, LogFlags {
  readonly bind: string
  readonly token?: string
  readonly auth: boolean
  readonly ephemeral?: boolean
  readonly maxSessions: number
  readonly allowOrigin: readonly string[]
  readonly corsOrigin: readonly string[]
  readonly rateLimit?: number
  readonly hostname?: string
  readonly basePrefix?: string
  readonly config?: string
  readonly tlsCert?: string
  readonly tlsKey?: string
}

export async function server(
  { bind, ephemeral, ...flags }: ServerFlags,
  { startServer }: CommandContext,
): Promise<void> {
  const { host, port } = parseBind(bind)
  const noAuth = !flags.auth || isSet(process.env.WSH_NO_AUTH)
  const token = noAuth ? undefined : chooseToken(host, flags.token)
  if (noAuth && !isLoopback(host))
    process.stderr.write(`polytty: anyone who reaches ${bind} can run programs here: no token is required\n`)
  if (flags.config !== undefined)
    process.stderr.write(`polytty: ${flags.config} is ignored: servers are not federated\n`)
  const { tlsCert, tlsKey, maxSessions, hostname, basePrefix } = flags
  const { socket, release } = await takeSocket(flags)
  const diagnostics = openDiagnostics(flags)
  const running = await startServer(
    {
      host,
      port,
      token,
      noAuth,
      socket,
      maxSessions,
      allowOrigins: [...flags.allowOrigin, ...flags.corsOrigin],
      maxPerSecond: flags.rateLimit,
      hostname,
      mcpTools: 'wsh',
      basePrefix,
      tlsCert,
      tlsKey,
    },
    diagnostics,
  )
  running.persistent = !ephemeral
  const unneeded = new Promise<void>((resolve) => running.onUnneeded.on(resolve))
  const forget = token !== undefined && flags.token === undefined ? saveToken(host, running.port, token, tlsCert) : null
  process.stdout.write(`wsh listening on ${running.url.replace(/^ws/, 'http')}\n`)
  if (forget) process.stdout.write('its token is printed by: polytty wsh token\n')
  await Promise.race([untilSignal(), unneeded])
  await running.stop()
  release()
  forget?.()
}

function isSet(flag: string | undefined): boolean {
  return flag !== undefined && !/^(?:|0|n|no|f|false|off)$/i.test(flag)
}

function parseBind(bind: string): { host: string; port: number } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(bind) ?? []
  const host = bracketed ?? plain
  if (host === undefined || Number(port) > 65_535)
    throw new CoreError('invalid-params', `--bind takes ADDRESS:PORT, not ${bind}`, { hint: 'Example: 127.0.0.1:8080' })
  return { host, port: Number(port) }
}

/** Where strangers can connect there is always a token: the one given, or one made here. */
function chooseToken(host: string, given: string | undefined): string | undefined {
  return given ?? (isLoopback(host) ? undefined : randomBytes(24).toString('hex'))
}
