/** A socket that carries frames, for either side. What is sent in one turn goes out in one call. */
import type { Socket } from 'node:net'
import { type Frame, FrameReader } from './frame.js'

interface Handlers {
  frame(frame: Frame): void
  /** What was read is not what frame.ts describes, or a handler failed on it. */
  failed(error: unknown): void
  closed(): void
}

export class FrameSocket {
  private isOpen = true
  private corked = false

  constructor(
    private readonly socket: Socket,
    handlers: Handlers,
  ) {
    const reader = new FrameReader(handlers.frame)
    socket.on('data', (bytes) => {
      if (!this.isOpen) return
      try {
        reader.push(bytes)
      } catch (error) {
        handlers.failed(error)
      }
    })
    // What went wrong does not matter: it closes.
    socket.on('error', () => {})
    socket.on('close', () => {
      this.isOpen = false
      handlers.closed()
    })
  }

  readonly send = (...parts: readonly Uint8Array[]): void => {
    if (!this.isOpen) return
    if (!this.corked) {
      this.corked = true
      this.socket.cork()
      process.nextTick(() => {
        this.corked = false
        this.socket.uncork()
      })
    }
    for (const part of parts) this.socket.write(part)
  }

  /** Sends what is left, and reads nothing more. */
  end(): void {
    this.isOpen = false
    this.socket.end()
    this.socket.resume()
  }
}
