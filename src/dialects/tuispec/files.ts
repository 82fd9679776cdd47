/** Reading and writing the files of this dialect: with a bound, and with failures that name the file and the reason. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { CoreError, type CoreErrorCode } from '../../base/core-error.js'
import { makeFolder as makePlainFolder } from '../../files/make-folder.js'

const MAX_FILE_BYTES = 256 * 1024 * 1024

/** The text of a file; `kind` says what it is to be. */
export function readText(kind: string, path: string): string {
  return attempt('not-found', `cannot read the ${kind} ${path}`, path, () => {
    const { size } = statSync(path)
    if (size > MAX_FILE_BYTES) throw new Error(`it has ${size} bytes, and at most ${MAX_FILE_BYTES} are read`)
    return readFileSync(path, 'utf8')
  })
}

export function writeFile(path: string, content: string | Uint8Array): void {
  attempt('invalid-path', `cannot write ${path}`, path, () => writeFileSync(path, content))
}

export function makeFolder(path: string): void {
  attempt('invalid-path', `cannot make the folder ${path}`, path, () => makePlainFolder(path))
}

/** Does something with a file, and says what could not be done to which. */
export function attempt<T>(code: CoreErrorCode, failed: string, path: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CoreError(code, `${failed}: ${reason}`, { path }, { cause: error })
  }
}
