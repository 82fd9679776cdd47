/**
 * The folder in which this user's servers have their sockets: $XDG_RUNTIME_DIR/polytty, or a folder under /tmp. Whoever can
 * open a socket there can run programs, so the folder must be the user's own, closed to others, and no link.
 */
import { chmodSync, lstatSync, mkdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { CoreError } from '../base/core-error.js'
import { makeFolder } from './make-folder.js'

/** The folder's path; it need not be there. */
export function runtimeFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.XDG_RUNTIME_DIR ? join(env.XDG_RUNTIME_DIR, 'polytty') : `/tmp/polytty-${process.getuid?.() ?? 0}`
}

/** Makes the folder, or checks the one that is there. */
export function openRuntimeFolder(path = runtimeFolder()): string {
  checkRuntimeFolder(path)
  makeFolder(join(path, '..'), 0o700)
  try {
    mkdirSync(path, 0o700)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  checkRuntimeFolder(path)
  if ((lstatSync(path).mode & 0o077) !== 0) chmodSync(path, 0o700)
  return path
}

function lookAt(path: string): Stats | 'closed' | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return 'closed'
    throw error
  }
}

/** Fails for a folder that someone else put there. One that is missing is fine. */
export function checkRuntimeFolder(path: string): void {
  const found = lookAt(path)
  if (!found) return
  const wrong =
    found === 'closed'
      ? 'is in a folder of another user'
      : found.isSymbolicLink()
        ? 'is a link'
        : !found.isDirectory()
          ? 'is not a folder'
          : found.uid !== (process.getuid?.() ?? found.uid)
            ? 'belongs to another user'
            : null
  if (wrong)
    throw new CoreError(
      'permission-denied',
      `${path} ${wrong}: polytty neither looks for servers nor starts them there`,
      {
        hint: 'Set XDG_RUNTIME_DIR to a folder of your own',
      },
    )
}
