/**
 * Where a recording's lines go: memory, or a file that is written as it happens, so that a crash keeps what was
 * recorded. Both have a bound; past it they take no more and say so.
 */
import { closeSync, openSync, writeSync } from 'node:fs'
import { CoreError } from '../base/core-error.js'

export interface LineSink {
  /** Takes one line without its end; false when the bound is reached and the line was not taken. */
  write(line: string): boolean
  close(): void
}

const MEMORY_BYTES = 64 * 1024 * 1024
const FILE_BYTES = 1024 * 1024 * 1024

export class MemorySink implements LineSink {
  private readonly lines: string[] = []
  private bytes = 0

  constructor(private readonly maxBytes = MEMORY_BYTES) {}

  write(line: string): boolean {
    this.bytes += Buffer.byteLength(line) + 1
    if (this.bytes > this.maxBytes) return false
    this.lines.push(line)
    return true
  }

  close(): void {}

  /** Everything written, each line with its end. */
  text(): string {
    return this.lines.map((line) => `${line}\n`).join('')
  }
}

export class FileSink implements LineSink {
  private fd: number | null
  private bytes = 0

  /** Makes the file readable by its owner only; `append` adds to one that exists, otherwise it is emptied. */
  constructor(
    readonly path: string,
    { append = false, maxBytes = FILE_BYTES }: { readonly append?: boolean; readonly maxBytes?: number } = {},
  ) {
    this.maxBytes = maxBytes
    try {
      this.fd = openSync(path, append ? 'a' : 'w', 0o600)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new CoreError('invalid-path', `cannot record to ${path}: ${reason}`, { path }, { cause: error })
    }
  }

  private readonly maxBytes: number

  write(line: string): boolean {
    if (this.fd === null) return false
    const data = Buffer.from(`${line}\n`)
    this.bytes += data.length
    if (this.bytes > this.maxBytes) return false
    for (let at = 0; at < data.length; ) at += writeSync(this.fd, data, at)
    return true
  }

  close(): void {
    if (this.fd !== null) closeSync(this.fd)
    this.fd = null
  }
}
