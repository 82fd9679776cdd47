/** `daemon`: one program behind a socket, in this process, in the background, or in front of a session of a server. */
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { systemClock } from '../../../base/clock.js'
import { CoreError } from '../../../base/core-error.js'
import { defaults } from '../../../base/limits.js'
import { startInBackground } from '../../../cli-kit/background.js'
import { findSocket } from '../../../cli-kit/find-server.js'
import { join, surroundings } from '../../../cli-kit/join.js'
import { openDiagnostics } from '../../../cli-kit/log.js'
import type { LogFlags } from '../../../cli-kit/log-options.js'
import { untilSignal } from '../../../cli-kit/signals.js'
import type { Connection } from '../../../transport/connection.js'
import { listenUnix } from '../../../transport/unix-server.js'
import { parseJson } from '../../../wire/json-rpc.js'
import { lineFraming } from '../../../wire/line-framing.js'
import type { WireRule } from '../dialect.js'
import { startDaemon } from '../endpoint/daemon.js'
import type { TermwrightHello } from '../endpoint/index.js'
import { type Settings, spawnSettings } from './settings.js'
import { defaultSocket } from './sockets.js'

export interface DaemonFlags extends LogFlags {
  readonly cols: number
  readonly rows: number
  readonly socket?: string
  readonly background?: boolean
  readonly session?: string
  readonly server?: string
}

export async function daemon(command: readonly string[], flags: DaemonFlags, settings: Settings): Promise<void> {
  if (flags.background) {
    const { socket } = await startInBackground(ownArguments())
    process.stdout.write(`${socket}\n`)
    return
  }
  if (flags.session !== undefined && command.length > 0)
    throw new CoreError('invalid-params', 'give either --session or a command to start')
  const [program, ...args] = command
  if (flags.session !== undefined) {
    const server = flags.server ?? (await findSocket())
    const { socket } = await join(server, helloOf({ session: flags.session }))
    return front(server, { session: flags.session, owned: false, wire: settings.wire }, flags, socket)
  }
  if (program === undefined)
    throw new CoreError('invalid-params', 'a command is needed', { hint: 'polytty termwright daemon -- COMMAND …' })
  const { cols, rows } = flags
  const { wire } = settings
  if (flags.server !== undefined) {
    refuseWithServer(settings)
    const start = { polytty: 'start', cols, rows, command, ...surroundings() }
    const { answer, socket } = await join(flags.server, start)
    return front(flags.server, { session: answer.session!, owned: true, wire }, flags, socket)
  }
  const socket = flags.socket ?? defaultSocket()
  // Whoever sees the socket may end the daemon at once.
  const signalled = untilSignal()
  const diagnostics = openDiagnostics(flags)
  const spawn = { program, args, cols, rows, ...spawnSettings(settings) }
  const running = await startDaemon({ ...spawn, wire, socket }, { diagnostics })
  process.stdout.write(`${running.socket}\n`)
  await Promise.race([running.ended, signalled])
  await running.stop()
}

/** A server starts its programs in its own way. */
function refuseWithServer({ defaultEnv, oscEmulation }: Settings): void {
  if (defaultEnv && oscEmulation) return
  throw new CoreError('invalid-params', '--no-default-env and --no-osc-emulation cannot be combined with --server')
}

/** This command line without `--background`; what stands after `--` is the program's. */
function ownArguments(): string[] {
  const args = process.argv.slice(2)
  const end = args.includes('--') ? args.indexOf('--') : args.length
  return args.filter((arg, index) => arg !== '--background' || index > end)
}

/**
 * Puts a socket of its own in front of a session of a running server: lines pass through as they are. `control` is the
 * connection that ends when there is nothing left to stand before; clients may still read the last screen.
 */
async function front(
  server: string,
  target: { readonly session: string; readonly owned: boolean; readonly wire: WireRule | undefined },
  flags: DaemonFlags,
  control: Socket,
): Promise<void> {
  const hello = helloOf(target)
  const diagnostics = openDiagnostics(flags)
  const options = { framing: lineFraming, maxMessageBytes: defaults.maxMessageBytes, clock: systemClock, diagnostics }
  const relays = new Set<Promise<void>>()
  const signalled = untilSignal()
  const unix = await listenUnix(flags.socket ?? defaultSocket(), options, (client) => {
    const done = relay(client, server, hello, () => control.destroy()).finally(() => relays.delete(done))
    relays.add(done)
  })
  process.stdout.write(`${unix.path}\n`)
  const over = new Promise<void>((resolve) => control.once('close', resolve))
  control.resume()
  await Promise.race([over.then(() => Promise.all(relays)), signalled])
  control.destroy()
  await unix.close()
}

/** Lines pass both ways as they are, until either side goes. */
async function relay(client: Connection, server: string, hello: TermwrightHello, end: () => void): Promise<void> {
  const early: string[] = []
  let far: Socket | null = null
  let closing = false
  client.receive({
    message: (text) => {
      closing ||= isClose(text)
      if (far) far.write(`${text}\n`)
      else early.push(text)
    },
    fault: () => client.close(),
    ended: () => void far?.end(),
    closed: () => void far?.destroy(),
  })
  const joined = await join(server, hello).catch(() => null)
  if (!joined) return client.close()
  far = joined.socket
  createInterface(far).on('line', (line) => client.send(line))
  for (const text of early) far.write(`${text}\n`)
  await new Promise((resolve) => joined.socket.once('close', resolve))
  client.close()
  // The daemon was asked to end, whatever becomes of the session.
  if (closing) end()
}

function helloOf(about: Omit<TermwrightHello, 'polytty'>): TermwrightHello {
  return { polytty: 'termwright', ...about }
}

function isClose(text: string): boolean {
  const message = parseJson(text)
  return typeof message === 'object' && message !== null && 'method' in message && message.method === 'close'
}
