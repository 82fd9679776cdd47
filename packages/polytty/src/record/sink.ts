/**
 * Where a recording's lines go: memory, or a file that is written as it happens, so that a crash keeps what was
 * recorded. Both have a bound; past it, or when the disk takes no more, they take no more and say why.
 */
import { closeSync, openSync, writeSync } from 'node:fs'
import { CoreError } from '../base/core-error.js'
import { openRegular } from '../files/regular-file.js'

export interface LineSink {
  /** Why no more lines are taken; null while they are. */
  readonly failure: string | null
  /** Takes one line without its end; false when it was not taken. */
  write(line: string): boolean
  /** Ends it; `last` is added even past the bound, if it can be. */
  close(last?: string): void
}

const MEMORY_BYTES = 64 * 1024 * 1024
const FILE_BYTES = 1024 * 1024 * 1024

export class MemorySink implements LineSink {
  failure: string | null = null
  private readonly lines: string[] = []
  private bytes = 0

  constructor(private readonly maxBytes = MEMORY_BYTES) {}

  write(line: string): boolean {
    this.bytes += Buffer.byteLength(line) + 1
    if (this.bytes > this.maxBytes) this.failure ??= reachedBound(this.maxBytes)
    if (this.failure !== null) return false
    this.lines.push(line)
    return true
  }

  close(last?: string): void {
    if (last !== undefined) this.lines.push(last)
  }

  /** Everything written, each line with its end. */
  text(): string {
    return this.lines.map((line) => `${line}\n`).join('')
  }
}

interface FileSinkOptions {
  /** Adds to a file that exists, which is emptied otherwise. */
  readonly append?: boolean
  readonly maxBytes?: number
  /** Also what is not a regular file: for commands whose user waits for it alone. */
  readonly anyKind?: boolean
}

export class FileSink implements LineSink {
  failure: string | null = null
  private fd: number | null
  private bytes = 0
  private readonly maxBytes: number

  /** Makes the file readable by its owner only. */
  constructor(
    readonly path: string,
    { append = false, maxBytes = FILE_BYTES, anyKind = false }: FileSinkOptions = {},
  ) {
    this.maxBytes = maxBytes
    try {
      this.fd = anyKind ? openSync(path, append ? 'a' : 'w', 0o600) : openRegular(path, append ? 'append' : 'replace')
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new CoreError('invalid-path', `cannot record to ${path}: ${reason}`, { path }, { cause: error })
    }
  }

  write(line: string): boolean {
    const data = Buffer.from(`${line}\n`)
    this.bytes += data.length
    if (this.bytes > this.maxBytes) this.failure ??= reachedBound(this.maxBytes)
    if (this.failure === null) this.put(data)
    return this.failure === null
  }

  close(last?: string): void {
    if (this.fd === null) return
    if (last !== undefined) this.put(Buffer.from(`${last}\n`))
    closeSync(this.fd)
    this.fd = null
  }

  private put(data: Buffer): void {
    if (this.fd === null) return
    try {
      writeAll(this.fd, data)
    } catch (error) {
      this.failure ??= cannotWrite(this.path, error)
    }
  }
}

/** At a place of the file, or where it stands. */
export function writeAll(fd: number, data: Uint8Array, from: number | null = null): void {
  for (let at = 0; at < data.length; ) at += writeSync(fd, data, at, data.length - at, from === null ? null : from + at)
}

export function reachedBound(bytes: number): string {
  return `it has reached its bound of ${Math.floor(bytes / 1024 / 1024) || '<1'} MiB`
}

export function cannotWrite(path: string, error: unknown): string {
  return `cannot write ${path}: ${error instanceof Error ? error.message : String(error)}`
}
