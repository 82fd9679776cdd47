/** `polytty serve`: runs the server until it is asked to stop or to make room for another, and prints how to try it. */
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { CoreError } from '../base/core-error.js'
import { parseBridge } from '../bridge/index.js'
import { defaultSocket, lookAtSocket, socketOf } from '../cli-kit/find-server.js'
import { openDiagnostics } from '../cli-kit/log.js'
import type { LogFlags } from '../cli-kit/log-options.js'
import { untilSignal } from '../cli-kit/signals.js'
import { style } from '../cli-kit/style.js'
import { loadConfig } from '../config/load.js'
import { openRuntimeFolder } from '../files/runtime-folder.js'
import type { Protocol } from '../protocols/protocol.js'
import type { Server, ServerOptions } from '../protocols/running-server.js'
import { readRedactor } from '../server/options.js'
import { startServer } from '../server/server.js'
import { replaceProcess } from '../system/replace-process.js'
import { shellQuote } from '../text/shell-quote.js'
import { type PolicyFlags, policyOf } from './agent-policy.js'
import { type FleetFlags, splitFleet } from './fleet-flags.js'
import { hostSocketOf } from './host-socket.js'

export interface ServeFlags
  extends Omit<
      ServerOptions,
      'allowOrigins' | 'plugins' | 'redactLiterals' | 'redactPatterns' | 'agents' | 'host' | 'fleet'
    >,
    LogFlags,
    FleetFlags,
    PolicyFlags {
  readonly allowOrigin: readonly string[]
  readonly plugin: readonly string[]
  readonly bridge: readonly string[]
  readonly redactLiteral: readonly string[]
  readonly redactPattern: readonly string[]
  readonly linger?: number
  /** False for --no-host. */
  readonly host?: string | false
  readonly keep?: number
}

/** Set in the environment of a server that takes another's place: whoever started that has seen how to use it. */
const REPLACES = 'POLYTTY_REPLACES'

export async function serve(flags: ServeFlags, protocols: readonly Protocol[]): Promise<void> {
  const { config } = loadConfig()
  const { allowOrigin, plugin, redactLiteral, redactPattern, logLevel, logFormat, linger, bridge, ...rest } = flags
  const { fleet, ...alone } = splitFleet(rest)
  const { secrets, secretsAnywhere, approve, audit, host: address, keep, ...given } = alone
  const { allowOrigin: configured = [], keep: configuredKeep, ...fromConfig } = config.server ?? {}
  const options = {
    ...fromConfig,
    ...given,
    ...(address !== undefined && address !== false && { host: address }),
    allowOrigins: [...configured, ...allowOrigin],
  }
  const redaction = { redact: options.redact, redactLiterals: redactLiteral, redactPatterns: redactPattern }
  const diagnostics = openDiagnostics({ logLevel, logFormat }, readRedactor(redaction))
  const sockets = await chooseSockets(flags)
  // Whoever sees the socket may end the server at once.
  const signalled = untilSignal()
  const server = await startServer(
    {
      ...options,
      ...sockets,
      ...(options.persist !== undefined && { persist: resolve(options.persist) }),
      ...(address !== false && { hostSocket: hostSocketOf(options), keepSeconds: keep ?? configuredKeep }),
      agents: policyOf({ secrets, secretsAnywhere, approve, audit }),
      plugins: plugin,
      bridges: bridge.map(parseBridge),
      ...(fleet && { fleet }),
      ...redaction,
      ...(linger !== undefined && { lingerMs: linger * 1000 }),
    },
    { protocols, diagnostics },
  )
  const unneeded = new Promise<'asked'>((resolve) => server.onUnneeded.on(() => resolve('asked')))
  const replaced = new Promise<'replaced'>((resolve) => server.onReplaced.on(() => resolve('replaced')))
  const ending = Promise.race([signalled, unneeded, replaced])
  if (process.env[REPLACES] === undefined)
    process.stdout.write(`${banner(server, protocols, options.token !== undefined)}\n`)
  server.prepare()
  if ((await ending) !== 'replaced') return server.stop()
  await server.release()
  await startNext()
}

/** The same command again, in the place of this process; or beside it, where that cannot be had. */
async function startNext(): Promise<void> {
  const args = [...process.execArgv, ...process.argv.slice(1)]
  const env = { ...process.env, [REPLACES]: String(process.pid) }
  replaceProcess(process.execPath, args, env)
  const next = spawn(process.execPath, args, { env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => next.kill(signal))
  process.exitCode = await new Promise<number>((resolve) => next.once('exit', (code) => resolve(code ?? 1)))
}

/**
 * The sockets to listen on: the one that was named, and the default one, by which commands find a server. Where another
 * server has that, a plain second server is a mistake; one that was given a place of its own goes without.
 */
async function chooseSockets({
  port,
  socket,
  name,
}: ServeFlags): Promise<Pick<ServerOptions, 'socket' | 'sharedSocket'>> {
  openRuntimeFolder()
  const own = defaultSocket()
  const running = await lookAtSocket(own)
  const isPlain = port === undefined && socket === undefined && name === undefined
  if (isPlain && running)
    throw new CoreError('conflict', `a server is already running at ${running.url} (${own})`, {
      hint: 'See polytty status, or start another with --port, --socket or --name',
    })
  if (isPlain) return { socket: own }
  const named = name !== undefined && /^[\w.-]{1,64}$/.test(name) ? [socketOf(name)] : []
  return { socket: [...[socket ?? []].flat(), ...named], sharedSocket: own }
}

function banner({ url, socket }: Server, protocols: readonly Protocol[], needsToken: boolean): string {
  const http = url.replace(/^ws/, 'http')
  const auth = needsToken ? ` -H "Authorization: Bearer $POLYTTY_TOKEN"` : ''
  const ask = `'{"jsonrpc":"2.0","id":1,"method":"Wrightty.getInfo"}'`
  const width = Math.max(...protocols.map(({ name }) => name.length))
  const lines = [
    `${style('bold', 'polytty')} is listening. Ctrl+C stops it and every session.`,
    '',
    ...protocols.map(
      ({ name, addresses }) => `  ${name.padEnd(width)}  ${addresses({ http, webSocket: url, socket }).join(', ')}`,
    ),
    '',
    `  in a browser: ${http}/ui`,
    '',
    'Try:',
    `  curl -s${auth} -H 'Content-Type: application/json' -d ${ask} ${http}/`,
    `  polytty sessions${socket === defaultSocket() || socket === null ? '' : ` --server ${shellQuote(socket)}`}`,
  ]
  return lines.join('\n')
}
