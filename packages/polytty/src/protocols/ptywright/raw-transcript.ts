/** Streaming a session's raw bytes to a file that the caller asked for: unredacted, readable by its owner alone. */
import { closeSync, writeSync } from 'node:fs'
import { CoreError } from '../../base/core-error.js'
import { openRegular } from '../../files/regular-file.js'
import type { Session } from '../../session/index.js'

export class RawTranscript {
  /** Why the file ends before the session does; null if it does not. */
  endedEarly: string | null = null
  private fd: number | null

  /** Opens the file before the program starts, so that nothing is lost and a refusal starts nothing. */
  constructor(
    private readonly path: string,
    append: boolean,
  ) {
    try {
      this.fd = openRegular(path, append ? 'append' : 'new')
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      const reason =
        code === 'EEXIST' ? 'it exists already; pass raw_transcript_append to add to it' : (code ?? message)
      throw new CoreError('conflict', `cannot write the raw transcript ${path}: ${reason}`)
    }
  }

  follow(session: Session): void {
    session.onOutput.on(({ bytes }) => this.write(bytes))
    session.onExit.on(() => this.close())
  }

  close(): void {
    if (this.fd !== null) closeSync(this.fd)
    this.fd = null
  }

  /** A full disk ends the file, not the session. */
  private write(bytes: Uint8Array): void {
    if (this.fd === null) return
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.fd, bytes, at)
    } catch (error) {
      this.endedEarly = `cannot write ${this.path}: ${(error as Error).message}`
      this.close()
    }
  }
}
