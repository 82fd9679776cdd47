/** Removes all that NATS has of a session. */
import type { Connection } from './connection.js'
import { LOG_STREAM, logSubject } from './subjects.js'

export async function forgetSession({ sessions, jsm, keyframes }: Connection, id: string): Promise<void> {
  await Promise.allSettled([
    sessions.delete(id),
    jsm.streams.purge(LOG_STREAM, { filter: logSubject(id) }),
    keyframes.delete(id),
  ])
}
