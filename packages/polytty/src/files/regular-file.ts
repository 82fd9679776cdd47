/**
 * Files that a client named. Only regular ones are opened: to open a pipe may wait forever, and a device may give bytes
 * without end. What is read has a bound, and no one else waits for it.
 */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'

const { O_APPEND, O_CREAT, O_EXCL, O_NONBLOCK, O_RDONLY, O_TRUNC, O_WRONLY } = constants

export type WriteMode = 'append' | 'replace' | 'new'

const modes: Readonly<Record<WriteMode, number>> = { append: O_APPEND, replace: O_TRUNC, new: O_EXCL }

/** Opens a file for writing, for its owner alone if it is made. */
export function openRegular(path: string, mode: WriteMode): number {
  // Even to open some devices has effects, so they are not; and what is there a moment later is looked at again.
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && mode !== 'new') requireRegular(found)
  const fd = openSync(path, O_WRONLY | O_CREAT | O_NONBLOCK | modes[mode], 0o600)
  try {
    requireRegular(fstatSync(fd))
    return fd
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

/** All bytes of a file, if there are not too many. */
export async function readRegular(path: string, maxBytes: number): Promise<Buffer> {
  requireRegular(await stat(path))
  const file = await open(path, O_RDONLY | O_NONBLOCK)
  try {
    const found = await file.stat()
    requireRegular(found)
    requireSize(found, maxBytes)
    const bytes = Buffer.alloc(found.size)
    let length = 0
    for (let count = -1; count !== 0 && length < bytes.length; length += count)
      ({ bytesRead: count } = await file.read(bytes, length, bytes.length - length))
    return bytes.subarray(0, length)
  } finally {
    await file.close()
  }
}

/** The same at once, for what is read in the middle of other work: little files, and fonts. */
export function readRegularSync(path: string, maxBytes: number): Buffer {
  requireRegular(statSync(path))
  const fd = openSync(path, O_RDONLY | O_NONBLOCK)
  try {
    const found = fstatSync(fd)
    requireRegular(found)
    requireSize(found, maxBytes)
    const bytes = Buffer.alloc(found.size)
    let length = 0
    for (let count = -1; count !== 0 && length < bytes.length; length += count)
      count = readSync(fd, bytes, length, bytes.length - length, null)
    return bytes.subarray(0, length)
  } finally {
    closeSync(fd)
  }
}

function requireSize({ size }: { readonly size: number }, maxBytes: number): void {
  if (size > maxBytes) throw new Error(`it has ${size} bytes, and at most ${maxBytes} are read`)
}

function requireRegular(found: { isFile(): boolean }): void {
  if (!found.isFile()) throw new Error('it is not a regular file')
}
