/**
 * A Unix socket for its owner that is made again where someone removes it, as whoever tidies up a folder may: clients must
 * find its server again.
 */
import { existsSync, type FSWatcher, watch } from 'node:fs'
import type { Server } from 'node:net'
import { basename, dirname } from 'node:path'
import type { Clock } from '../base/clock.js'
import { listenForOwner } from './owner-socket.js'

/** Whoever removes it again within this time means it. */
const AGAIN_MS = 2000

export interface KeptSocket {
  /** Takes no more clients; those that are there stay. Calls back when the last has gone. */
  close(closed?: () => void): void
}

/** `create` makes a server that takes clients; it is called again for the socket's next life. */
export async function keepSocket(
  path: string,
  create: () => Server,
  clock: Clock,
  report: (failure: Error) => void,
): Promise<KeptSocket> {
  let server = create()
  let madeAgainAt = Number.NEGATIVE_INFINITY
  let isClosed = false
  await listenForOwner(server, path)
  const watcher = watchFor(path, () => {
    if (isClosed || clock.monotonic() - madeAgainAt < AGAIN_MS) return
    madeAgainAt = clock.monotonic()
    server.close()
    server = create()
    listenForOwner(server, path).then(() => {
      if (isClosed) server.close()
    }, report)
  })
  return {
    close(closed) {
      isClosed = true
      watcher?.close()
      server.close(() => closed?.())
    },
  }
}

/** Null where the system cannot watch a folder. */
function watchFor(path: string, removed: () => void): FSWatcher | null {
  try {
    const watcher = watch(dirname(path), { persistent: false }, (_, name) => {
      if (name === basename(path) && !existsSync(path) && existsSync(dirname(path))) removed()
    })
    return watcher.on('error', () => {})
  } catch {
    return null
  }
}
