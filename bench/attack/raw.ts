/** Connections of attackers: plain sockets that say what they like and see what becomes of them. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Target } from './target.js'

export class RawClient {
  /** What the server has said so far, the beginning of it. */
  received = ''
  sent = 0
  /** Resolves when the server has ended the connection. */
  readonly closed: Promise<unknown>

  private constructor(readonly socket: Socket) {
    socket.on('error', () => {})
    this.closed = new Promise((resolve) => socket.once('close', resolve))
  }

  /** A connection; `deaf` ones never read. */
  static async connect({ port }: Target, deaf = false): Promise<RawClient> {
    const socket = connect(port, '127.0.0.1')
    const client = new RawClient(socket)
    await Promise.race([once(socket, 'connect'), client.closed])
    if (deaf) socket.pause()
    else socket.on('data', (data: Buffer) => (client.received += data.toString('latin1').slice(0, 1000)))
    return client
  }

  static many(target: Target, count: number, deaf = false): Promise<RawClient[]> {
    return Promise.all(Array.from({ length: Math.ceil(count) }, () => RawClient.connect(target, deaf)))
  }

  /** A WebSocket that has shaken hands; what it sends afterwards is up to the attacker. */
  static async upgraded(target: Target, deaf = false): Promise<RawClient> {
    const client = await RawClient.connect(target)
    await client.write(
      `GET / HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    await Promise.race([once(client.socket, 'data'), client.closed])
    if (deaf) client.socket.pause()
    return client
  }

  get open(): boolean {
    return !this.socket.destroyed
  }

  /** Writes and waits until the kernel has it, or the server has ended the connection. */
  async write(data: string | Buffer): Promise<void> {
    if (!this.open) return
    this.sent += data.length
    if (!this.socket.write(data)) await Promise.race([once(this.socket, 'drain').catch(() => {}), this.closed])
  }

  /** Writes the same again and again, up to so many bytes or until the server ends the connection. */
  async flood(data: Buffer, maxBytes: number, until: AbortSignal): Promise<void> {
    const stopped = new Promise((resolve) => until.addEventListener('abort', resolve))
    while (this.open && this.sent < maxBytes && !until.aborted) await Promise.race([this.write(data), stopped])
  }

  destroy(): void {
    this.socket.destroy()
  }
}

/** Waits until the server has ended all of them; throws if it has not after so long. */
export async function allClosed(clients: readonly RawClient[], seconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const left = (): number => clients.filter(({ open }) => open).length
    timer = setTimeout(
      () => reject(new Error(`${left()} of ${clients.length} connections were still open after ${seconds} s`)),
      seconds * 1000,
    )
  })
  await Promise.race([Promise.all(clients.map(({ closed }) => closed)), late]).finally(() => clearTimeout(timer))
}

/** One masked WebSocket frame; `length` may promise more than there is. */
export function frame(opcode: number, payload: Buffer, { fin = true, length = payload.length } = {}): Buffer {
  const first = (fin ? 0x80 : 0) | opcode
  const mask = Buffer.alloc(4)
  if (length < 126) return Buffer.concat([Buffer.from([first, 0x80 | length]), mask, payload])
  const header = Buffer.alloc(10)
  header.writeUInt8(first, 0)
  header.writeUInt8(0x80 | 127, 1)
  header.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([header, mask, payload])
}
