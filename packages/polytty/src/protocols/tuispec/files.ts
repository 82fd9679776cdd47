/** Reading and writing the files of this dialect: with a bound, and with failures that name the file and the reason. */
import { CoreError, type CoreErrorCode } from '../../base/core-error.js'
import { makeFolder as makePlainFolder } from '../../files/make-folder.js'
import { readRegular } from '../../files/regular-file.js'
import { writeNoLink, writeNoLinkBelow } from '../../files/write-no-link.js'

const MAX_FILE_BYTES = 64 * 1024 * 1024

/** The text of a regular file; `kind` says what it is to be. */
export async function readText(kind: string, path: string): Promise<string> {
  try {
    return (await readRegular(path, MAX_FILE_BYTES)).toString('utf8')
  } catch (error) {
    throw cannot('not-found', `cannot read the ${kind} ${path}`, path, error)
  }
}

export function writeFile(path: string, content: string | Uint8Array): void {
  attempt('invalid-path', `cannot write ${path}`, path, () => writeNoLink(path, content))
}

/** Writes below a session's own folder, whose path has no links in it. */
export function writeArtifact(path: string, content: string | Uint8Array): void {
  attempt('invalid-path', `cannot write ${path}`, path, () => writeNoLinkBelow(path, content))
}

export function makeFolder(path: string): void {
  attempt('invalid-path', `cannot make the folder ${path}`, path, () => makePlainFolder(path))
}

/** Does something with a file, and says what could not be done to which. */
export function attempt<T>(code: CoreErrorCode, failed: string, path: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw cannot(code, failed, path, error)
  }
}

function cannot(code: CoreErrorCode, failed: string, path: string, error: unknown): CoreError {
  const reason = error instanceof Error ? error.message : String(error)
  return new CoreError(code, `${failed}: ${reason}`, { path }, { cause: error })
}
