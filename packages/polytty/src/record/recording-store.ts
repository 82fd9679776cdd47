/**
 * Room for the recordings that a server keeps for its clients. Each begins in memory and moves to a file that no one
 * else can open as it grows; there is a bound for each and one for all together. What takes much memory to make of them,
 * such as pictures, is made of one at a time.
 */
import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Budget, type Share } from '../base/budget.js'
import type { Disposable } from '../base/disposable.js'
import { cannotWrite, type LineSink, reachedBound, writeAll } from './sink.js'

export interface StoreLimits {
  /** For one recording: what can still be handed over in one message. */
  readonly recordingBytes: number
  readonly allBytes: number
  /** What one recording keeps in memory. */
  readonly memoryBytes: number
}

const defaultLimits: StoreLimits = {
  recordingBytes: 32 * 1024 * 1024,
  allBytes: 1024 * 1024 * 1024,
  memoryBytes: 256 * 1024,
}

export class RecordingStore {
  private readonly limits: StoreLimits
  private readonly budget: Budget
  private last: Promise<unknown> = Promise.resolve()
  private readonly named = new Map<string, NamedCast>()
  private count = 0

  constructor(limits: Partial<StoreLimits> = {}) {
    this.limits = { ...defaultLimits, ...limits }
    this.budget = new Budget(this.limits.allBytes)
  }

  /** What all recordings hold now. */
  get heldBytes(): number {
    return this.budget.heldBytes
  }

  open(): StoredLines {
    return new StoredLines(this.budget, this.limits)
  }

  /** Room for an asciicast of a session that others may find as well, until it is disposed of. */
  openCast(session: string): StoredLines {
    const id = String(++this.count)
    const lines = new StoredLines(this.budget, this.limits, () => this.named.delete(id))
    this.named.set(id, { id, session, lines })
    return lines
  }

  /** The casts that are kept now. */
  casts(): readonly NamedCast[] {
    return [...this.named.values()]
  }

  /** Does what takes much memory, after whatever else does. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const before = this.last
    const done = before.then(work)
    this.last = done.catch(() => undefined)
    return done
  }
}

/** An asciicast, and the name of its session when it began. */
export interface NamedCast {
  readonly id: string
  readonly session: string
  readonly lines: StoredLines
}

/** The lines of one recording. Whoever opened them disposes of them. */
export class StoredLines implements LineSink, Disposable {
  failure: string | null = null
  private recent: string[] = []
  private recentBytes = 0
  private fileBytes = 0
  private fd: number | null = null
  private readonly share: Share

  constructor(
    private readonly budget: Budget,
    private readonly limits: StoreLimits,
    private readonly onForgotten: () => void = () => {},
  ) {
    this.share = budget.open()
  }

  /** Bytes so far. */
  get bytes(): number {
    return this.fileBytes + this.recentBytes
  }

  write(line: string): boolean {
    const size = Buffer.byteLength(line) + 1
    if (this.bytes + size > this.limits.recordingBytes) this.failure ??= reachedBound(this.limits.recordingBytes)
    else if (!this.share.hold(this.bytes + size))
      this.failure ??= `all recordings together have reached ${Math.floor(this.budget.maxBytes / 1024 / 1024)} MiB`
    if (this.failure !== null) {
      this.share.hold(this.bytes)
      return false
    }
    this.add(line, size)
    if (this.recentBytes > this.limits.memoryBytes) this.spill()
    return this.failure === null
  }

  close(last?: string): void {
    if (last !== undefined) this.add(last, Buffer.byteLength(last) + 1)
  }

  /** Everything written, each line with its end. */
  text(): string {
    const recent = this.recent.map((line) => `${line}\n`).join('')
    return this.fd === null ? recent : this.readFile(this.fd) + recent
  }

  /** Forgets everything written. */
  dispose(): void {
    if (this.fd !== null) closeSync(this.fd)
    this.fd = null
    this.recent = []
    this.recentBytes = this.fileBytes = 0
    this.failure ??= 'it was forgotten'
    this.share.dispose()
    this.onForgotten()
  }

  private add(line: string, size: number): void {
    this.recent.push(line)
    this.recentBytes += size
  }

  private spill(): void {
    try {
      this.fd ??= openHidden()
      writeAll(this.fd, Buffer.from(this.recent.map((line) => `${line}\n`).join('')))
    } catch (error) {
      this.failure ??= cannotWrite('the recording', error)
      return
    }
    this.fileBytes += this.recentBytes
    this.recent = []
    this.recentBytes = 0
  }

  private readFile(fd: number): string {
    const bytes = Buffer.alloc(this.fileBytes)
    for (let at = 0; at < bytes.length; ) {
      const count = readSync(fd, bytes, at, bytes.length - at, at)
      if (count === 0) break
      at += count
    }
    return bytes.toString('utf8')
  }
}

/** A file without a name: the system forgets it with this process, however it ends. */
function openHidden(): number {
  const folder = mkdtempSync(join(tmpdir(), 'polytty-recording-'))
  try {
    return openSync(join(folder, 'lines'), 'wx+', 0o600)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
