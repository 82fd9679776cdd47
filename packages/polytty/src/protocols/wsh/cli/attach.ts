/**
 * `attach`: this terminal on a session. The server paints; here are only raw mode, the window's size, the way of bytes
 * both ways, and a terminal that is as it was however it ends.
 */
import { writeSync } from 'node:fs'
import { WebSocket } from 'ws'
import { CoreError } from '../../../base/core-error.js'
import { windowSize } from '../../../cli-kit/window-size.js'
import type { WshTarget } from './target.js'

/** A place of our own for kitty's keyboard flags, which is given back at the end. */
const PUSH_KEYBOARD = '\x1b[>0u'
const POP_KEYBOARD = '\x1b[<u'

/** Undoes every mode that a program can have set through us. */
const RESET_MODES = ['?7h', '?25h', '?1l', '?5l', '?9l', '?1000l', '?1002l', '?1003l', '?1005l', '?1006l']
  .concat('?1015l', '?1004l', '?2004l', '?2026l', '0 q', '0m', '=0;1u', '?67l', '?1007l', '>1m', '>2m', '>4m', '>4f')
  .map((code) => `\x1b[${code}`)
  .join('')

const SWITCH = /\x1b\[\?1049([hl])/g
/** The server gives the terminal an image, or takes it back. */
const IMAGE = /(\x1bPtmux;\x1b)?\x1b_Ga=(T,U=1|d,d=I),i=(\d+),/g

export interface AttachOptions {
  readonly scrollback?: string
  /** Whether the program may set the clipboard of this terminal. */
  readonly clipboard?: boolean
  /** Whether this terminal shows images by kitty's placeholder characters. */
  readonly images?: boolean
  /** What the session is called when it is left. */
  readonly label?: string
  /** Waits for a server that has gone away, to go on with the session there; absent where its end is the end. */
  resume?(): Promise<WshTarget>
}

/** What was typed while no server was there; more is dropped. */
const MAX_TYPED_BYTES = 65_536
/** Closed by a server that stops, for good. */
const GOING_AWAY = 1001

export async function attach(target: WshTarget, name: string, options: AttachOptions = {}): Promise<void> {
  const { scrollback = 'all', label = name } = options
  const { stdin, stdout } = process
  if (!stdin.isTTY || !stdout.isTTY)
    throw new CoreError('not-supported', 'attaching needs a terminal', {
      hint: 'Without one, use the HTTP routes: polytty wsh list, curl …/screen',
    })
  await refuseOwn(target, name)
  let socket = await openAttachment(target, name, windowQuery(scrollback, options))
  let typed = Buffer.alloc(0)
  const screen = new OuterScreen()
  const leave = (): void => screen.restore()
  process.once('exit', leave)
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.once(signal, () => process.exit(1))
  stdin.setRawMode(true)
  stdout.write(PUSH_KEYBOARD)
  stdin.resume()
  stdin.on('data', (data: Buffer) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(data, { binary: true })
    else typed = Buffer.concat([typed, data]).subarray(0, MAX_TYPED_BYTES)
  })
  stdout.on('resize', () => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ resize: windowSize() }))
  })
  let [code, reason] = await show(socket, screen)
  while (options.resume && code !== 1000 && code !== GOING_AWAY) {
    // What is on the screen stays until the next server paints it.
    socket = await openAttachment(await options.resume(), name, windowQuery('none', options))
    if (typed.length > 0) socket.send(typed, { binary: true })
    typed = Buffer.alloc(0)
    ;[code, reason] = await show(socket, screen)
  }
  stdin.pause()
  screen.restore()
  process.off('exit', leave)
  if (code !== 1000) throw new CoreError('not-found', `the connection to ${target.url.origin} was lost`)
  stdout.write(`[${reason === 'detached' ? `detached from ${label}` : reason}]\n`)
}

function windowQuery(scrollback: string, { clipboard, images }: AttachOptions): string {
  const { cols, rows } = windowSize()
  const passed = Object.entries({ clipboard, images })
    .filter(([, isPassed]) => isPassed)
    .map(([name]) => `&${name}=${process.env.TMUX ? 'tmux' : 'true'}`)
  return `cols=${cols}&rows=${rows}&scrollback=${scrollback}${passed.join('')}`
}

/** Shows what the server paints until it is closed; resolves with the code and the reason. */
function show(socket: WebSocket, screen: OuterScreen): Promise<[code: number, reason: string]> {
  const { stdout } = process
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isBinary) return
    screen.notice(data)
    if (stdout.write(data)) return
    // A terminal that is slower than the program holds the server back, which then paints less often.
    socket.pause()
    stdout.once('drain', () => socket.resume())
  })
  socket.resume()
  return new Promise((resolve) => socket.once('close', (code, reason) => resolve([code, reason.toString()])))
}

/** A session that shows itself would never come to rest. */
async function refuseOwn(target: WshTarget, name: string): Promise<void> {
  const own = process.env.POLYTTY_SESSION
  if (own === undefined) return
  const client = await target.connect().catch(() => null)
  const { sessions } = (await client?.call('Polytty.listSessions').catch(() => null)) ?? { sessions: [] }
  client?.close()
  if (sessions.some((session) => session.id === own && [session.id, session.name].includes(name)))
    throw new CoreError('not-supported', `this terminal already runs inside ${name}: it would show itself`)
}

/** What has to be undone on the terminal that we are in. */
class OuterScreen {
  private alternate = false
  private restored = false
  /** Commands that take images back, by their ids. */
  private readonly images = new Map<string, string>()

  notice(data: Buffer): void {
    const text = data.toString('latin1')
    for (const [, final] of text.matchAll(SWITCH)) this.alternate = final === 'h'
    for (const [, tmux, action, id] of text.matchAll(IMAGE)) {
      const free = `\x1b_Ga=d,d=I,i=${id},q=2;\x1b\\`
      if (action === 'd,d=I') this.images.delete(id)
      else this.images.set(id, tmux ? `\x1bPtmux;${free.replaceAll('\x1b', '\x1b\x1b')}\x1b\\` : free)
    }
  }

  /** Written at once and by itself, since the process may be about to end. */
  restore(): void {
    if (this.restored) return
    this.restored = true
    const leave = this.alternate ? '\x1b[?1049l' : ''
    if (process.stdin.isTTY) process.stdin.setRawMode(false)
    try {
      writeSync(
        1,
        `${[...this.images.values()].join('')}${RESET_MODES}\x1b>${leave}${POP_KEYBOARD}\x1b[${windowSize().rows};1H\r\n`,
      )
    } catch {
      // The terminal itself is gone: nothing is left to restore.
    }
  }
}

/** The server's side of an attached terminal; the socket is paused until someone listens. */
export async function openAttachment(target: WshTarget, name: string, query: string): Promise<WebSocket> {
  await target.verify()
  const url = target.at(`/sessions/${encodeURIComponent(name)}/ws/attach?${query}`)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers: target.headers, perMessageDeflate: false })
    socket.once('open', () => {
      // The first picture may be here already; it waits until someone listens.
      socket.pause()
      socket.on('error', () => {})
      resolve(socket)
    })
    socket.once('unexpected-response', (_, response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString()
      })
      response.on('end', () => reject(new CoreError('not-found', messageOf(body) ?? `refused: ${response.statusCode}`)))
    })
    socket.once('error', (error) =>
      reject(
        new CoreError(
          'not-found',
          `no server answers at ${target.url.origin}`,
          { hint: 'Start one with: polytty wsh server' },
          { cause: error },
        ),
      ),
    )
  })
}

/** The message of an error body. */
function messageOf(text: string): string | null {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string } }
    return error?.message ?? null
  } catch {
    return null
  }
}
