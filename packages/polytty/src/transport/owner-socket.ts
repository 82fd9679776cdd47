/**
 * Binding a Unix socket that only its owner can open. Makes the parent folder, replaces a socket no one answers on, and
 * refuses anything else that is in the way.
 */
import { chmodSync, linkSync, lstatSync, renameSync, unlinkSync } from 'node:fs'
import { connect, type Server } from 'node:net'
import { dirname } from 'node:path'
import { CoreError } from '../base/core-error.js'
import { makeFolder } from '../files/make-folder.js'

/** The kernel's limit on a socket address, less its final zero. */
const MAX_PATH_BYTES = 107

export async function listenForOwner(server: Server, path: string): Promise<void> {
  if (Buffer.byteLength(path) > MAX_PATH_BYTES)
    throw new CoreError('invalid-path', `socket path is longer than ${MAX_PATH_BYTES} bytes: ${path}`, { path })
  makeFolder(dirname(path), 0o700)
  await clearStale(path)
  await listen(server, path)
}

/** Binds with a umask that never lets others in, not even between bind and chmod. */
function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const before = process.umask(0o177)
    try {
      server.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'EADDRINUSE' ? taken(path) : error))
      server.listen(path, () => {
        chmodSync(path, 0o600)
        server.removeAllListeners('error')
        resolve()
      })
    } finally {
      process.umask(before)
    }
  })
}

async function clearStale(path: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return
  if (!found.isSocket()) throw new CoreError('conflict', `refusing to replace non-socket path: ${path}`, { path })
  if (await answers(path)) throw taken(path)
  await removeDead(path)
}

/** Removes a socket that did not answer, unless another server has replaced it since: that one gets its name back. */
async function removeDead(path: string): Promise<void> {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const isAlive = await answers(aside)
  if (isAlive) restore(aside, path)
  unlinkSync(aside)
  if (isAlive) throw taken(path)
}

function restore(aside: string, path: string): void {
  try {
    linkSync(aside, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function taken(path: string): CoreError {
  return new CoreError('conflict', `a server already listens on ${path}`, { path })
}

/** Whether someone listens there. */
export function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path)
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })
}
