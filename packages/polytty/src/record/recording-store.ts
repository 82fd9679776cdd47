/**
 * Room for the recordings that a server keeps for its clients. Each begins in memory and moves to a file that no one
 * else can open as it grows; there is a bound for each and one for all together. What takes much memory to make of them,
 * such as pictures, is made of one at a time.
 */
import { randomUUID } from 'node:crypto'
import { closeSync, ftruncateSync, mkdtempSync, openSync, readdirSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Budget, type Share } from '../base/budget.js'
import type { Disposable } from '../base/disposable.js'
import { makeFolder } from '../files/make-folder.js'
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

  /** With a folder, recordings are in files there that another process can go on with; without, they go with this one. */
  constructor(
    limits: Partial<StoreLimits> = {},
    private readonly folder: string | null = null,
  ) {
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
    const lines = new StoredLines(this.budget, this.limits, () => this.named.delete(id), this.folder)
    this.named.set(id, { id, session, lines })
    return lines
  }

  /** The same for one that another process began. */
  reopenCast(session: string, saved: SavedLines): StoredLines {
    const lines = this.openCast(session)
    lines.restore(saved)
    return lines
  }

  /** Another process will go on with the recordings: their files stay. */
  release(): void {
    for (const { lines } of this.named.values()) lines.release()
  }

  /** Removes files that no recording goes on with. */
  tidy(): void {
    if (this.folder === null) return
    makeFolder(this.folder, 0o700)
    const used = new Set([...this.named.values()].map(({ lines }) => lines.file))
    for (const name of readdirSync(this.folder)) if (!used.has(name)) rmSync(join(this.folder, name), { force: true })
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

/** Where the lines of a recording stand: in its file, and those that are not in it yet. */
export interface SavedLines {
  readonly file: string | null
  readonly fileBytes: number
  readonly recent: readonly string[]
  readonly failure: string | null
}

/** The lines of one recording. Whoever opened them disposes of them. */
export class StoredLines implements LineSink, Disposable {
  failure: string | null = null
  private recent: string[] = []
  private recentBytes = 0
  private fileBytes = 0
  private fd: number | null = null
  /** The name of its file, where it has one. */
  file: string | null = null
  private isReleased = false
  private readonly share: Share

  constructor(
    private readonly budget: Budget,
    private readonly limits: StoreLimits,
    private readonly onForgotten: () => void = () => {},
    private readonly folder: string | null = null,
  ) {
    this.share = budget.open()
  }

  /** What another process needs to go on with it. */
  save(): SavedLines {
    const { file, fileBytes, recent, failure } = this
    return { file, fileBytes, recent: [...recent], failure }
  }

  restore({ file, fileBytes, recent, failure }: SavedLines): void {
    this.failure = failure
    for (const line of recent) this.add(line, Buffer.byteLength(line) + 1)
    if (file === null || this.folder === null) return
    try {
      this.fd = openSync(join(this.folder, basename(file)), 'r+', 0o600)
      // What was written after that will be written again.
      ftruncateSync(this.fd, fileBytes)
      this.file = file
      this.fileBytes = fileBytes
    } catch (error) {
      this.failure ??= cannotWrite('the recording', error)
    }
  }

  /** Another process goes on with it. */
  release(): void {
    this.isReleased = true
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
    if (this.file !== null && this.folder !== null && !this.isReleased)
      rmSync(join(this.folder, this.file), { force: true })
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
      this.fd ??= this.openFile()
      writeAll(this.fd, Buffer.from(this.recent.map((line) => `${line}\n`).join('')), this.fileBytes)
    } catch (error) {
      this.failure ??= cannotWrite('the recording', error)
      return
    }
    this.fileBytes += this.recentBytes
    this.recent = []
    this.recentBytes = 0
  }

  private openFile(): number {
    if (this.folder === null) return openHidden()
    this.file = randomUUID()
    return openSync(join(this.folder, this.file), 'wx+', 0o600)
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
