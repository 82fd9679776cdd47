/**
 * Sessions under the names of this dialect: `s1`, `s2`, … in order of creation, never given twice. Sessions that other
 * dialects make get such a name too, and are found by their own name and id as well; those of adapters are reported
 * under theirs, but are reached through them alone. Also counts each session's sequence: one for every read and resize.
 */
import { CoreError } from '../../base/core-error.js'
import { type Disposable, DisposableBag } from '../../base/disposable.js'
import { Emitter } from '../../base/emitter.js'
import type { Session, SessionRegistry } from '../../session/index.js'

interface Named {
  readonly id: string
  readonly session: Session
  resizes: number
  /** The adapter that drives it. */
  owner: string | null
}

export class NamedSessions implements Disposable {
  readonly onCreated = new Emitter<Session>()
  private readonly byId = new Map<string, Named>()
  private readonly bySession = new Map<Session, Named>()
  private readonly owned = new DisposableBag()
  private count = 0

  constructor(private readonly registry: SessionRegistry) {
    for (const session of [...registry.list(), ...registry.listOpened()]) this.add(session)
    this.owned.add(registry.onCreated.on((session) => this.add(session)))
    this.owned.add(registry.onDestroyed.on((session) => this.forget(session)))
  }

  get(id: string): Session {
    const elsewhere = this.registry.find(id)
    const named = this.byId.get(id) ?? (elsewhere && this.bySession.get(elsewhere))
    if (named?.owner === null) return named.session
    throw new CoreError('session-not-found', `unknown session: ${id}`, { session: id })
  }

  idOf(session: Session): string {
    return this.bySession.get(session)?.id ?? ''
  }

  sequenceOf(session: Session): number {
    return session.reads + (this.bySession.get(session)?.resizes ?? 0)
  }

  list(): readonly Session[] {
    return this.registry.list()
  }

  /** In the order of their numbers, without those of adapters. */
  ids(): string[] {
    return [...this.byId.values()].filter(({ owner }) => owner === null).map(({ id }) => id)
  }

  /** Gives a session to an adapter. */
  claim(session: Session, adapter: string): void {
    const named = this.bySession.get(session)
    if (named) named.owner = adapter
  }

  ownerOf(session: Session): string | null {
    return this.bySession.get(session)?.owner ?? null
  }

  dispose(): void {
    this.owned.dispose()
  }

  private add(session: Session): void {
    const named: Named = { id: `s${++this.count}`, session, resizes: 0, owner: null }
    this.byId.set(named.id, named)
    this.bySession.set(session, named)
    session.onResize.on(() => named.resizes++)
    this.onCreated.emit(session)
  }

  private forget(session: Session): void {
    const named = this.bySession.get(session)
    if (named) this.byId.delete(named.id)
    this.bySession.delete(session)
  }
}
