/** Writing a file again below someone's folder, but never through a link that was put in its place. */
import { closeSync, constants, openSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants

export function writeNoLink(path: string, content: string | Uint8Array): void {
  const fd = openSync(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o666)
  try {
    writeFileSync(fd, content)
  } finally {
    closeSync(fd)
  }
}

/** The same where the path was without links when it was made: none of its folders may have become one since. */
export function writeNoLinkBelow(path: string, content: string | Uint8Array): void {
  const folder = dirname(path)
  const real = realpathSync(folder)
  if (real !== folder) throw new Error(`${folder} has become a link to ${real}`)
  writeNoLink(path, content)
}
