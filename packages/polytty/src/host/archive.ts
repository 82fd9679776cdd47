/**
 * A session on disk: its description, its last keyframe, which is on the disk before it counts, and what came after it;
 * as frames, in a file that only its owner can read. The host does not wait for the disk. Where that takes no more, the
 * session goes on without it, and the next keyframe tries again.
 */
import { type FileHandle, open, rename, rm } from 'node:fs/promises'

/** Files are named after the session, with this behind it. */
export const ARCHIVE_SUFFIX = '.session'

/** What may wait for a slow disk. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024

export class Archive {
  private file: FileHandle | null = null
  private work: Promise<void> = Promise.resolve()
  private waiting = 0
  private failed = false

  constructor(
    private readonly path: string,
    private readonly report: (message: string) => void,
  ) {}

  /** Starts over with a keyframe; `frames` are copied. */
  begin(frames: readonly Buffer[]): void {
    const bytes = Buffer.concat(frames)
    this.run(bytes.length, async () => {
      const next = await open(`${this.path}.new`, 'w', 0o600)
      try {
        await next.writeFile(bytes)
        await next.datasync()
        await rename(`${this.path}.new`, this.path)
      } catch (error) {
        await next.close()
        throw error
      }
      await this.file?.close()
      this.file = next
      this.failed = false
    })
  }

  /** What came after the keyframe. */
  append(frame: Buffer): void {
    if (this.failed) return
    this.run(frame.length, async () => {
      if (!this.failed) await this.file?.writeFile(frame)
    })
  }

  /** The session is forgotten. */
  remove(): void {
    this.run(0, async () => {
      await this.file?.close()
      this.file = null
      await rm(this.path, { force: true })
    })
  }

  /** Resolves when all was written. */
  get done(): Promise<void> {
    return this.work
  }

  private run(bytes: number, task: () => Promise<void>): void {
    if (this.waiting + bytes > MAX_WAITING_BYTES) return this.fail(new Error('the disk is too slow'))
    this.waiting += bytes
    this.work = this.work
      .then(task)
      .catch((error: unknown) => this.fail(error))
      .then(() => {
        this.waiting -= bytes
      })
  }

  private fail(error: unknown): void {
    if (!this.failed) this.report(`cannot keep ${this.path}: ${error instanceof Error ? error.message : error}`)
    this.failed = true
  }
}
