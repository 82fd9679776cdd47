/**
 * A channel that is opened again when it is lost: a server that is replaced, or crashed and was started again, is back
 * after a moment, with its sessions. What is sent meanwhile waits. A server that says that it stops is not waited for.
 */
import type { Channel, ChannelHandler } from './channel.js'

/** When to try, each after the one before; then by the last of them. */
const DELAYS_MS = [20, 40, 80, 160, 250]
/** Messages that wait for the connection; more are refused. */
const MAX_WAITING = 1000

export class ReconnectingChannel implements Channel {
  private current: Channel | null
  private handler: ChannelHandler | null = null
  private readonly waiting: string[] = []
  private isClosed = false

  /** `open` connects, and authenticates where that is needed; it is tried for `patienceMs`. */
  constructor(
    first: Channel,
    private readonly open: () => Promise<Channel>,
    private readonly patienceMs: number,
  ) {
    this.current = first
  }

  send(text: string): void {
    if (this.current) return this.current.send(text)
    if (this.waiting.length < MAX_WAITING) this.waiting.push(text)
    else this.close()
  }

  close(): void {
    this.isClosed = true
    if (this.current) return this.current.close()
    this.handler?.closed('the client was closed')
  }

  receive(handler: ChannelHandler): void {
    this.handler = handler
    this.follow()
  }

  private follow(): void {
    this.current?.receive({
      message: (text) => this.handler?.message(text),
      closed: (reason, isFinal) => {
        this.current = null
        if (this.isClosed || isFinal || !this.handler?.lost) return this.handler?.closed(reason)
        this.handler.lost(reason)
        void this.reopen(reason, performance.now() + this.patienceMs, 0)
      },
    })
  }

  private async reopen(reason: string, deadline: number, attempt: number): Promise<void> {
    const delay = DELAYS_MS[Math.min(attempt, DELAYS_MS.length - 1)]
    await new Promise((resolve) => setTimeout(resolve, delay))
    if (this.isClosed) return
    const channel = await this.open().catch(() => null)
    if (!channel) {
      if (performance.now() < deadline) return this.reopen(reason, deadline, attempt + 1)
      this.isClosed = true
      return this.handler?.closed(reason)
    }
    if (this.isClosed) return channel.close()
    this.current = channel
    this.follow()
    this.handler?.resumed?.()
    for (const text of this.waiting.splice(0)) channel.send(text)
  }
}
