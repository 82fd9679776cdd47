/** A channel over a WebSocket: the runtime's own, or the package ws where there is none (Node 20). */
import type { Channel, ChannelHandler } from './channel.js'
import { ConnectionError } from './errors.js'

/** What both kinds have in common. */
interface Socket {
  readonly readyState: number
  onopen: ((event: never) => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onerror: ((event: { message?: string; error?: unknown }) => void) | null
  onclose: ((event: { code: number; reason: string }) => void) | null
  send(text: string): void
  close(): void
}

export interface WebSocketOptions {
  /** Sent as `Authorization: Bearer …`. Browsers cannot send it: there, authenticate by a call. */
  readonly token?: string
  /** How long the connection may take; 5000 if absent. */
  readonly timeoutMs?: number
}

export async function openWebSocket(url: string, options: WebSocketOptions = {}): Promise<Channel> {
  const socket = await create(url, options.token)
  // Made first: what a server says at once can come together with the news that the socket is open.
  const channel = new WebSocketChannel(socket)
  await opened(socket, url, options.timeoutMs ?? 5000)
  return channel
}

async function create(url: string, token: string | undefined): Promise<Socket> {
  const { WebSocket: own } = globalThis as { WebSocket?: new (url: string) => Socket }
  if (own && token === undefined) return new own(url)
  const { WebSocket } = await import('ws')
  const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` }
  return new WebSocket(url, { headers, perMessageDeflate: false }) as unknown as Socket
}

function opened(socket: Socket, url: string, timeoutMs: number): Promise<void> {
  const { onerror, onclose } = socket
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      clearTimeout(timer)
      reject(new ConnectionError(`no server answers at ${url}: ${reason}`))
    }
    const timer = setTimeout(() => {
      fail(`nothing came within ${timeoutMs} ms`)
      socket.close()
    }, timeoutMs)
    socket.onopen = () => {
      clearTimeout(timer)
      Object.assign(socket, { onerror, onclose })
      resolve()
    }
    socket.onerror = ({ message, error }) => fail(codeOf(error) ?? (message || 'the connection was refused'))
    socket.onclose = ({ reason }) => fail(reason || 'the connection was closed')
  })
}

function codeOf(error: unknown): string | null {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : null
}

/** By which a server ends a connection for good: done, and going away. One that is replaced says 1012. */
const finalCodes = new Set([1000, 1001])

class WebSocketChannel implements Channel {
  /** What arrives before anyone listens. */
  private early: string[] = []
  private over: { readonly code: number; readonly reason: string } | null = null

  constructor(private readonly socket: Socket) {
    socket.onerror = () => {}
    socket.onmessage = ({ data }) => void this.early.push(String(data))
    socket.onclose = (event) => {
      this.over = event
    }
  }

  send(text: string): void {
    this.socket.send(text)
  }

  close(): void {
    this.socket.close()
  }

  receive(handler: ChannelHandler): void {
    for (const text of this.early.splice(0)) handler.message(text)
    const closed = ({ code, reason }: { readonly code: number; readonly reason: string }): void =>
      handler.closed(closedBecause(reason), finalCodes.has(code))
    if (this.over !== null) return closed(this.over)
    this.socket.onmessage = ({ data }) => handler.message(String(data))
    this.socket.onclose = closed
  }
}

function closedBecause(reason: string): string {
  return `the server closed the connection${reason ? `: ${reason}` : ''}`
}
