/**
 * Who is connected to the port. Everyone comes in as a stranger, until a request shows that it may use the server.
 * Strangers have a share of their own: past it the oldest of them gives way, never someone who is known, so that
 * whoever fills the port with silent connections keeps no one else out.
 */
import type { Socket } from 'node:net'
import type { Clock } from '../base/clock.js'

/** The strangers that there may be, as a part of those who are known, and the least of it. */
const STRANGERS_PART = 1 / 4
const MIN_STRANGERS = 16

/** Who has just come has had no time to say who it is: so many of those stay beyond the share for so long. */
const NEW_MS = 200
const MAX_NEW = 1024

interface Stranger {
  readonly socket: Socket
  readonly since: number
}

export class Places {
  /** The oldest first. */
  private readonly strangers = new Map<string, Stranger>()
  private readonly known = new Map<string, Socket>()
  private readonly maxStrangers: number

  constructor(
    /** Clients that may be connected at a time. */
    readonly max: number,
    private readonly clock: Clock,
  ) {
    this.maxStrangers = Math.max(Math.floor(max * STRANGERS_PART), MIN_STRANGERS)
  }

  /** A new connection comes in, if need be for a stranger who goes. */
  enter(socket: Socket): void {
    const key = keyOf(socket)
    this.strangers.set(key, { socket, since: this.clock.monotonic() })
    socket.on('close', () => this.leave(key, socket))
    for (const [oldest, stranger] of this.strangers) {
      if (!this.mustGo(stranger)) return
      stranger.socket.destroy()
      this.strangers.delete(oldest)
    }
  }

  /** The client has shown that it may use the server; false when there is no place for it. */
  admit(socket: Socket): boolean {
    const key = keyOf(socket)
    if (this.known.has(key)) return true
    if (this.known.size >= this.max) return false
    this.strangers.delete(key)
    this.known.set(key, socket)
    return true
  }

  /** Ends all connections once what is queued on them has been sent. */
  close(): void {
    for (const { socket } of this.strangers.values()) socket.destroySoon()
    for (const socket of this.known.values()) socket.destroySoon()
  }

  private mustGo({ since }: Stranger): boolean {
    const isNew = this.clock.monotonic() - since < NEW_MS
    return this.strangers.size > this.maxStrangers + (isNew ? MAX_NEW : 0)
  }

  private leave(key: string, socket: Socket): void {
    if (this.strangers.get(key)?.socket === socket) this.strangers.delete(key)
    if (this.known.get(key) === socket) this.known.delete(key)
  }
}

/** The same for a connection and for the TLS on top of it. */
function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
