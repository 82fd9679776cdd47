/** `daemon`: one program behind a socket, in this process, in the background, or in front of a session of a server. */
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { systemClock } from '../../base/clock.js'
import { CoreError } from '../../base/core-error.js'
import { defaults } from '../../server/options.js'
import type { Greeting } from '../../server/socket-greeting.js'
import { startDaemon } from '../../server/termwright-daemon.js'
import type { Connection } from '../../transport/connection.js'
import { listenUnix } from '../../transport/unix-server.js'
import { parseJson } from '../../wire/json-rpc.js'
import { lineFraming } from '../../wire/line-framing.js'
import { keepServing } from '../failure.js'
import { join, surroundings } from '../join.js'
import { untilSignal } from '../signals.js'
import { startInBackground } from './background.js'
import { defaultSocket } from './sockets.js'

export interface DaemonFlags {
  readonly cols: number
  readonly rows: number
  readonly socket?: string
  readonly background?: boolean
  readonly wire?: 'document' | 'released'
  readonly session?: string
  readonly server?: string
}

export async function daemon(command: readonly string[], flags: DaemonFlags): Promise<void> {
  if (flags.background) {
    const { socket } = await startInBackground(ownArguments())
    process.stdout.write(`${socket}\n`)
    return
  }
  if (flags.session !== undefined && flags.server === undefined)
    throw new CoreError('invalid-params', '--session needs --server SOCKET: the socket of a running polytty serve')
  if (flags.session !== undefined && command.length > 0)
    throw new CoreError('invalid-params', 'give either --session, or a command to start')
  const [program, ...args] = command
  if (flags.session !== undefined) {
    const { socket } = await join(flags.server!, { polytty: 'termwright', session: flags.session })
    return front(flags.server!, { session: flags.session, owned: false }, flags, socket)
  }
  if (program === undefined)
    throw new CoreError('invalid-params', 'a command is needed', { hint: 'polytty termwright daemon -- COMMAND …' })
  const { cols, rows, wire } = flags
  if (flags.server !== undefined) {
    const wish = { polytty: 'start', cols, rows, ...surroundings() } as const
    const { welcome, socket } = await join(flags.server, { ...wish, command: [program, ...args] })
    return front(flags.server, { session: welcome.session!, owned: true }, flags, socket)
  }
  const running = await startDaemon({ program, args, cols, rows, wire, socket: flags.socket ?? defaultSocket() })
  process.stdout.write(`${running.socket}\n`)
  keepServing()
  await Promise.race([running.ended, untilSignal()])
  await running.stop()
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
  target: { readonly session: string; readonly owned: boolean },
  flags: DaemonFlags,
  control: Socket,
): Promise<void> {
  const wish = { polytty: 'termwright', ...target, wire: flags.wire ?? null } as const
  const options = { framing: lineFraming, maxMessageBytes: defaults.maxMessageBytes, clock: systemClock }
  const relays = new Set<Promise<void>>()
  const unix = await listenUnix(flags.socket ?? defaultSocket(), options, (client) => {
    const done = relay(client, server, wish, () => control.destroy()).finally(() => relays.delete(done))
    relays.add(done)
  })
  process.stdout.write(`${unix.path}\n`)
  keepServing()
  const over = new Promise<void>((resolve) => control.once('close', resolve))
  control.resume()
  await Promise.race([over.then(() => Promise.all(relays)), untilSignal()])
  control.destroy()
  await unix.close()
}

/** Lines pass both ways as they are, until either side goes. */
async function relay(client: Connection, server: string, wish: Greeting, end: () => void): Promise<void> {
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
  const joined = await join(server, wish).catch(() => null)
  if (!joined) return client.close()
  far = joined.socket
  createInterface(far).on('line', (line) => client.send(line))
  for (const text of early) far.write(`${text}\n`)
  await new Promise((resolve) => joined.socket.once('close', resolve))
  client.close()
  // The daemon was told to end, whatever becomes of the session.
  if (closing) end()
}

function isClose(text: string): boolean {
  const message = parseJson(text)
  return typeof message === 'object' && message !== null && 'method' in message && message.method === 'close'
}
