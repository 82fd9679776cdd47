/** What each client has seen of each session: bounded, and forgotten after an hour in which it asked for nothing. */
import type { Clock } from '../base/clock.js'
import type { Disposable } from '../base/disposable.js'
import type { SeenScreen } from './changes.js'

const FORGET_MS = 3_600_000
const MAX_CLIENTS = 256
const MAX_SESSIONS = 32

/** The screens that one client has seen last. */
export class SeenScreens {
  private readonly screens = new Map<string, SeenScreen>()
  /** The session it used last. */
  lastUsed: string | null = null

  get(session: string): SeenScreen | null {
    return this.screens.get(session) ?? null
  }

  set(session: string, screen: SeenScreen): void {
    this.screens.delete(session)
    this.screens.set(session, screen)
    const [oldest] = this.screens.keys()
    if (this.screens.size > MAX_SESSIONS) this.screens.delete(oldest!)
  }
}

interface Client {
  readonly seen: SeenScreens
  usedAt: number
}

export class ClientMemory implements Disposable {
  private readonly clients = new Map<string, Client>()
  private timer: Disposable | null = null

  constructor(private readonly clock: Clock) {}

  get size(): number {
    return this.clients.size
  }

  /** What a client has seen; nothing, if it is new or was forgotten. */
  of(client: string): SeenScreens {
    const known = this.clients.get(client) ?? { seen: new SeenScreens(), usedAt: 0 }
    known.usedAt = this.clock.monotonic()
    // The one used last comes last, so that the first is the one to forget.
    this.clients.delete(client)
    this.clients.set(client, known)
    const [oldest] = this.clients.keys()
    if (this.clients.size > MAX_CLIENTS) this.clients.delete(oldest!)
    this.timer ??= this.clock.after(FORGET_MS, () => this.forget())
    return known.seen
  }

  drop(client: string): void {
    this.clients.delete(client)
  }

  dispose(): void {
    this.timer?.dispose()
    this.timer = null
    this.clients.clear()
  }

  private forget(): void {
    this.timer = null
    const now = this.clock.monotonic()
    for (const [name, { usedAt }] of this.clients) if (now - usedAt >= FORGET_MS) this.clients.delete(name)
    const [oldest] = this.clients.values()
    if (oldest) this.timer = this.clock.after(oldest.usedAt + FORGET_MS - now, () => this.forget())
  }
}
