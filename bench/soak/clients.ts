/** One round of work in each protocol, on connections of its own: a session, typing, waiting, looking, and the end. */
import {
  type Channel,
  HttpChannel,
  openWebSocket,
  type ProtocolTypes,
  type Ptywright,
  RpcClient,
  type RpcOptions,
  StreamChannel,
  type Termwright,
  type Tuispec,
  type Wrightty,
  type WshHttp,
} from '@polytty/client'
import { join } from '../../packages/polytty/dist/cli-kit/join.js'
import type { Target } from '../attack/target.js'

const PATIENCE_MS = 120_000
const WAIT_MS = 30_000

/** The connections of a round. */
class Ends {
  private readonly all: (() => void)[] = []

  add(channel: Channel): Channel {
    this.all.push(() => channel.close())
    return channel
  }

  async webSocket({ url, token }: Target, path: string): Promise<Channel> {
    return this.add(await openWebSocket(`${url}${path}`, { token }))
  }

  /** A client of the server's Unix socket, after our own greeting; with the session, where one was started. */
  async greet<P extends ProtocolTypes>(
    { socket: path }: Target,
    greeting: { readonly polytty: string; readonly [name: string]: unknown },
    options?: RpcOptions,
  ): Promise<{ readonly client: RpcClient<P>; readonly session?: string }> {
    const { socket, answer } = await join(path, greeting)
    const channel = this.add(new StreamChannel(socket, socket, () => void socket.destroy()))
    socket.resume()
    return { client: new RpcClient(channel, options), session: answer.session }
  }

  close(): void {
    for (const end of this.all) end()
  }
}

const cat = { command: ['cat'], cols: 80, rows: 24, cwd: '/', env: { PATH: process.env.PATH ?? '' } }

async function wrightty(target: Target, ends: Ends): Promise<void> {
  const client = new RpcClient<Wrightty>(await ends.webSocket(target, ''))
  const { sessionId } = await client.call('Session.create', { shell: '/bin/cat' })
  const { recordingId } = await client.call('Recording.startSession', { sessionId })
  await client.call('Input.sendText', { sessionId, text: 'hello wrightty\n' })
  await client.call('Screen.waitForText', { sessionId, pattern: 'hello wrightty' })
  await client.call('Screen.getContents', { sessionId })
  await client.call('Screen.screenshot', { sessionId, format: 'png' })
  await client.call('Recording.stopSession', { recordingId })
  await client.call('Session.destroy', { sessionId, signal: 'SIGKILL' })
}

let names = 0

async function wsh(target: Target, ends: Ends): Promise<void> {
  const name = `soak-${++names}`
  const { token } = target
  const client = new RpcClient<WshHttp>(ends.add(new HttpChannel(`http://127.0.0.1:${target.port}`, { token })))
  await client.call('create_session', { name, command: 'cat' })
  await ends.webSocket(target, `/sessions/${name}/ws/json`)
  await client.call('send_input', { session: name, data: 'hello wsh\n' })
  await client.call('get_screen', { session: name })
  await client.call('get_scrollback', { session: name })
  await client.call('kill_session', { name })
}

async function termwright(target: Target, ends: Ends): Promise<void> {
  const { session } = await ends.greet(target, { polytty: 'start', ...cat })
  const { client } = await ends.greet<Termwright>(target, { polytty: 'termwright', session }, { jsonrpc: false })
  await client.call('start_recording')
  await client.call('type', { text: 'hello termwright\n' })
  await client.call('wait_for_text', { text: 'hello termwright', timeout_ms: WAIT_MS })
  await client.call('screen', { format: 'text' })
  await client.call('stop_recording', { fps: 5 })
}

async function ptywright(target: Target, ends: Ends): Promise<void> {
  const { client } = await ends.greet<Ptywright>(target, { polytty: 'ptywright' })
  const { session } = await client.call('session.create', { program: '/bin/cat' })
  await client.call('session.input', { session, action: { type: 'text', value: 'hello ptywright' } })
  await client.call('session.wait', { session, matcher: { type: 'contains_text', value: 'hello ptywright' } })
  await client.call('session.snapshot', { session })
  await client.call('session.close', { session })
}

async function tuispec(target: Target, ends: Ends): Promise<void> {
  const { command: _, ...place } = cat
  const options = { session: null, timeoutSeconds: 30, ambiguityMode: 'first', artifactDir: target.folder }
  const { client } = await ends.greet<Tuispec>(target, { polytty: 'tuispec', ...place, ...options })
  await client.call('initialize', { name: `soak-${++names}` })
  await client.call('launch', { command: 'cat' })
  await client.call('sendLine', { text: 'hello tuispec' })
  await client.call('waitForText', { selector: { type: 'exact', text: 'hello tuispec' } })
  await client.call('dumpView', { name: 'view', format: 'both' })
}

const rounds = { wrightty, wsh, termwright, ptywright, tuispec }

export const protocols = Object.keys(rounds) as (keyof typeof rounds)[]

/** One round; its connections end with it, however it ends. */
export async function work(protocol: keyof typeof rounds, target: Target): Promise<void> {
  const ends = new Ends()
  let patience: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    patience = setTimeout(() => reject(new Error(`no end after ${PATIENCE_MS / 1000} s`)), PATIENCE_MS)
  })
  await Promise.race([rounds[protocol](target, ends), late]).finally(() => {
    clearTimeout(patience)
    ends.close()
  })
}
