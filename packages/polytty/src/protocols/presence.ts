/**
 * Which clients have to do with which session: those that named it and are still connected, by dialect. For people who
 * look at a server; nothing depends on it.
 */
import type { DisposableBag } from '../base/disposable.js'
import type { Session } from '../session/index.js'

/** Anything that ends with a client's connection. */
interface Present {
  readonly owned: DisposableBag
}

export class Presence {
  private readonly bySession = new WeakMap<Session, Map<Present, string>>()

  /** Counts a client for a session until it goes; again is no more. */
  note(session: Session, dialect: string, client: Present): void {
    let clients = this.bySession.get(session)
    if (!clients) this.bySession.set(session, (clients = new Map()))
    if (clients.has(client)) return
    clients.set(client, dialect)
    const present = clients
    client.owned.add({ dispose: () => present.delete(client) })
  }

  /** How many clients of each dialect; those with none are left out. */
  counts(session: Session): Record<string, number> {
    const counts: Record<string, number> = {}
    for (const dialect of this.bySession.get(session)?.values() ?? []) counts[dialect] = (counts[dialect] ?? 0) + 1
    return counts
  }
}
