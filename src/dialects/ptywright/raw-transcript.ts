/** Streaming a session's raw bytes to a file that the caller asked for: unredacted, readable by its owner alone. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { CoreError } from '../../base/core-error.js'
import type { Session } from '../../session/index.js'

/** Opens the file before the program starts, so that nothing is lost and a refusal starts nothing. */
export function openRawTranscript(path: string, append: boolean): number {
  try {
    return openSync(path, append ? 'a' : 'wx', 0o600)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'EEXIST' ? 'it exists already; pass raw_transcript_append to add to it' : code
    throw new CoreError('conflict', `cannot write the raw transcript ${path}: ${reason}`)
  }
}

export function streamRawTranscript(session: Session, fd: number): void {
  let open = true
  const close = (): void => {
    if (open) closeSync(fd)
    open = false
  }
  session.onOutput.on(({ bytes }) => {
    try {
      if (open) writeSync(fd, bytes)
    } catch {
      // A full disk ends the file, not the session.
      close()
    }
  })
  session.onExit.on(close)
}
