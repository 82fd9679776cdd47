/** `daemon`: one program behind a socket, in this process, in the background, or in front of a session of a server. */
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { systemClock } from '../../base/clock.js'
import { CoreError } from '../../base/core-error.js'
import { defaults } from '../../server/options.js'
import { startDaemon } from '../../server/termwright-daemon.js'
import type { Connection } from '../../transport/connection.js'
import { listenUnix } from '../../transport/unix-server.js'
import { lineFraming } from '../../wire/line-framing.js'
import { keepServing } from '../failure.js'
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
  if (flags.session !== undefined) return front(flags.session, flags)
  const [program, ...args] = command
  if (program === undefined)
    throw new CoreError('invalid-params', 'a command is needed', { hint: 'polytty termwright daemon -- COMMAND …' })
  const { cols, rows, wire } = flags
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

/** Puts a socket of its own in front of a session of a running server: bytes pass through as they are. */
async function front(session: string, flags: DaemonFlags): Promise<void> {
  if (flags.server === undefined)
    throw new CoreError('invalid-params', '--session needs --server SOCKET: the socket of a running polytty serve')
  const upstream = flags.server
  await refuseUnlessThere(upstream, session)
  const hello = `${JSON.stringify({ polytty: 'termwright', session, wire: flags.wire ?? null })}\n`
  const options = { framing: lineFraming, maxMessageBytes: defaults.maxMessageBytes, clock: systemClock }
  const server = await listenUnix(flags.socket ?? defaultSocket(), options, (client) => relay(client, upstream, hello))
  process.stdout.write(`${server.path}\n`)
  await untilSignal()
  await server.close()
}

/** Lines pass both ways as they are; the first one from the server answers our greeting. */
function relay(client: Connection, upstream: string, hello: string): void {
  const far = connect(upstream)
  far.write(hello)
  let greeted = false
  createInterface(far).on('line', (line) => {
    if (greeted) client.send(line)
    greeted = true
  })
  far.on('error', () => {})
  far.on('close', () => client.close())
  client.receive({
    message: (text) => void far.write(`${text}\n`),
    fault: () => client.close(),
    ended: () => void far.end(),
    closed: () => far.destroy(),
  })
}

async function refuseUnlessThere(server: string, session: string): Promise<void> {
  const probe = connect(server)
  probe.on('error', () => {})
  probe.write(`${JSON.stringify({ polytty: 'termwright', session })}\n`)
  const answer = await new Promise<string>((resolve) => {
    createInterface(probe).once('line', resolve)
    probe.once('close', () => resolve(''))
  })
  probe.destroy()
  if (answer === '')
    throw new CoreError('not-found', `no server answers at ${server}`, {
      hint: 'Start one with: polytty serve --socket PATH',
    })
  const { polytty, message } = JSON.parse(answer) as { polytty: string; message?: string }
  if (polytty !== 'ready') throw new CoreError('session-not-found', message ?? 'the server refused')
}
