/**
 * Bytes on their way to a program. A PTY whose program does not read is full after some kilobytes; writing then
 * answers EAGAIN, and Node offers no way to be notified when there is room again. So the queue tries again when the program
 * shows life (it printed something) and on a timer that backs off; it never blocks, never spins, and is bounded.
 */
import { writeSync } from 'node:fs'
import type { Clock } from '../../base/clock.js'
import { CoreError } from '../../base/core-error.js'
import type { Disposable } from '../../base/disposable.js'

interface Entry {
  readonly bytes: Uint8Array
  written: number
  readonly done: () => void
  readonly failed: (error: CoreError) => void
}

const FIRST_RETRY_MS = 1
const LAST_RETRY_MS = 50

export class WriteQueue {
  private readonly entries: Entry[] = []
  private queued = 0
  private closed = false
  private retry: Disposable | null = null
  private retryMs = FIRST_RETRY_MS

  constructor(
    private readonly fd: number,
    private readonly clock: Clock,
    private readonly limit: number,
  ) {}

  get hasQueued(): boolean {
    return this.entries.length > 0
  }

  /** Resolves when the kernel has taken all of it. The bytes are copied if they have to wait. */
  write(bytes: Uint8Array): Promise<void> {
    if (this.closed) return Promise.reject(noReader())
    if (this.queued + bytes.length > this.limit) return Promise.reject(this.overflow(bytes.length))
    if (this.entries.length > 0) return this.push(bytes.slice())
    const written = this.attempt(bytes, 0)
    if (written === null) return Promise.reject(noReader())
    if (written === bytes.length) return Promise.resolve()
    return this.push(bytes.slice(written))
  }

  /** Called when the program printed something: it may have read as well. */
  nudge(): void {
    if (this.retry) this.flush()
  }

  /** Fails what is still queued. */
  close(): void {
    if (this.closed) return
    this.closed = true
    this.retry?.dispose()
    this.retry = null
    this.queued = 0
    for (const entry of this.entries.splice(0)) entry.failed(noReader())
  }

  private push(bytes: Uint8Array): Promise<void> {
    this.queued += bytes.length
    this.armRetry()
    return new Promise((done, failed) => this.entries.push({ bytes, written: 0, done, failed }))
  }

  private flush(): void {
    this.retry?.dispose()
    this.retry = null
    while (this.entries.length > 0) {
      const entry = this.entries[0]
      const written = this.attempt(entry.bytes, entry.written)
      if (written === null) {
        this.close()
        return
      }
      if (written > 0) this.retryMs = FIRST_RETRY_MS
      entry.written += written
      this.queued -= written
      if (entry.written < entry.bytes.length) {
        this.armRetry()
        return
      }
      this.entries.shift()
      entry.done()
    }
  }

  private armRetry(): void {
    if (this.retry) return
    this.retry = this.clock.after(this.retryMs, () => this.flush())
    this.retryMs = Math.min(this.retryMs * 2, LAST_RETRY_MS)
  }

  /** How many bytes the kernel took now; null when no one will ever read them. */
  private attempt(bytes: Uint8Array, from: number): number | null {
    let at = from
    try {
      while (at < bytes.length) at += writeSync(this.fd, bytes, at, bytes.length - at)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return null
    }
    return at - from
  }

  private overflow(bytes: number): CoreError {
    return new CoreError(
      'input-overflow',
      `the program is not reading its input: ${this.queued} bytes are already queued and ${bytes} more would pass the limit of ${this.limit}`,
      { queued: this.queued, bytes, limit: this.limit },
    )
  }
}

function noReader(): CoreError {
  return new CoreError('session-exited', 'the program has exited; nothing reads its input anymore')
}
