/** Removes all that NATS has of a session. */
import type { Connection } from './connection.js'

export async function forgetSession({ sessions, jsm, keyframes, subjects }: Connection, id: string): Promise<void> {
  await Promise.allSettled([
    sessions.delete(id),
    jsm.streams.purge(subjects.logStream, { filter: subjects.log(id) }),
    keyframes.delete(id),
  ])
}
