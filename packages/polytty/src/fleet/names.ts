/** Names as claims: whoever creates the key has the name, until it lets it go or its node is gone. */
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { deferred } from '../base/deferred.js'
import { type Connection, isSuperseded } from './connection.js'
import type { NameClaim } from './entries.js'
import { nameKey } from './subjects.js'

/** A session that has just been claimed for may have no entry yet. */
const FRESH_MS = 60_000
const CLAIM_MS = 2000
const MAX_TRIES = 3

export interface NamesOptions {
  readonly connection: Connection
  readonly node: string
  readonly epoch: () => number
  /** Whether the session is there, or may be about to be. */
  isLive(claim: NameClaim, isFresh: boolean): Promise<boolean>
  /** A claim that was not waited for any longer was made after all. */
  lateClaim(name: string, id: string): void
  readonly clock: Clock
}

export class Names {
  /** The name that each session of this node has claimed, and the revision of the claim. */
  private readonly held = new Map<string, { readonly name: string; readonly revision: number }>()
  /** Sessions of which NATS has not said whether they have their name. */
  private readonly unanswered = new Set<string>()

  constructor(private readonly options: NamesOptions) {}

  holds(name: string, id: string): boolean {
    return this.held.get(id)?.name === name
  }

  /** Whether its name is neither its own nor refused. */
  isUnanswered(id: string): boolean {
    return this.unanswered.has(id)
  }

  /** `session-exists` where another has it. Without NATS nothing is claimed, and the name counts here alone. */
  async claim(name: string, id: string): Promise<void> {
    const { connection, clock, lateClaim } = this.options
    this.unanswered.add(id)
    if (!connection.connected) return
    let isLate = false
    const claimed = this.tryClaim(name, id).then((revision) => {
      this.unanswered.delete(id)
      this.held.set(id, { name, revision })
      if (isLate) lateClaim(name, id)
    })
    const settled = claimed.catch((error: unknown) => {
      // NATS went away, or keeps nothing at the moment: as if it were not there.
      if (!(error instanceof CoreError)) return
      this.unanswered.delete(id)
      throw error
    })
    settled.catch(() => {})
    const late = deferred<void>()
    const timer = clock.after(CLAIM_MS, () => {
      isLate = true
      late.resolve()
    })
    await Promise.race([settled, late.promise]).finally(() => timer.dispose())
  }

  /** A claim is void under a new epoch; it is made again. */
  async claimAgain(name: string, id: string): Promise<boolean> {
    this.held.delete(id)
    try {
      await this.claim(name, id)
    } catch (error) {
      if (!(error instanceof CoreError)) throw error
    }
    return this.holds(name, id)
  }

  release(name: string, id: string): void {
    this.unanswered.delete(id)
    const held = this.held.get(id)
    if (held?.name !== name) return
    this.held.delete(id)
    void this.letGo(name, held.revision)
  }

  private async letGo(name: string, revision: number): Promise<void> {
    const { connection } = this.options
    if (connection.connected) await connection.names.delete(nameKey(name), { previousSeq: revision }).catch(() => {})
  }

  private async tryClaim(name: string, id: string): Promise<number> {
    const { connection, node, epoch, clock } = this.options
    const key = nameKey(name)
    const claim: NameClaim = { id, node, epoch: epoch(), at: clock.now() }
    const text = JSON.stringify(claim)
    for (let tries = 1; ; tries++) {
      const held = await connection.names.get(key)
      const holder = held?.operation === 'PUT' ? held.json<NameClaim>() : null
      if (holder && holder.id !== id && (await this.options.isLive(holder, clock.now() - holder.at < FRESH_MS)))
        throw isTaken(name)
      try {
        if (held) return await connection.names.update(key, text, held.revision)
        return await connection.names.create(key, text)
      } catch (error) {
        if (!isSuperseded(error)) throw error
        // Others want it too, and one of them was faster.
        if (tries === MAX_TRIES) throw isTaken(name)
      }
    }
  }
}

function isTaken(name: string): CoreError {
  return new CoreError('session-exists', `a session named ${JSON.stringify(name)} already exists`, { session: name })
}
