/** Sessions of other nodes that are open here: each is a session of this process that reads the other's log. */
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { deferred } from '../base/deferred.js'
import type { Session, SessionRegistry } from '../session/index.js'
import type { Connection } from './connection.js'
import type { SessionEntry } from './entries.js'
import { getKeyframe } from './keyframes.js'
import { RemotePty } from './remote-pty.js'

const MAX_OPENED = 256
const OPEN_MS = 5000

interface Opened {
  readonly session: Session
  readonly pty: RemotePty
  /** How many listened when it was opened: where no more do, no one uses it. */
  readonly listeners: number
  isLost: boolean
}

export class OpenedSessions {
  private readonly opened = new Map<string, Opened>()
  private readonly opening = new Map<string, Promise<Session>>()

  constructor(
    private readonly connection: Connection,
    private readonly registry: SessionRegistry,
    private readonly clock: Clock,
  ) {
    registry.onDestroyed.on(({ id }) => this.opened.delete(id))
  }

  get size(): number {
    return this.opened.size
  }

  /** As it is now; `isNew` where nothing was read of it yet, since it has just been started. */
  open(entry: SessionEntry, isLost: boolean, isNew = false): Promise<Session> {
    const { id } = entry.meta
    const known = this.opened.get(id)
    if (known) return Promise.resolve(known.session)
    const opening =
      this.opening.get(id) ??
      this.start(entry, isLost, isNew)
        .catch((error: unknown) => fail(id, error))
        .finally(() => this.opening.delete(id))
    this.opening.set(id, opening)
    return opening
  }

  /** Its entry has changed, or is gone. */
  update(id: string, entry: SessionEntry | null, isLost: boolean): void {
    const one = this.opened.get(id)
    if (!one) return
    const { session } = one
    if (!entry) return this.remove(one)
    // Its node is back: whoever uses it next begins again.
    if (one.isLost && !isLost) return this.registry.forget(session)
    if (isLost) return this.lose(one)
    if (session.name !== entry.name && !this.registry.find(entry.name)) this.registry.takeName(session, entry.name)
    const tags = new Set(entry.meta.tags)
    session.takeTags(
      [...tags].filter((tag) => !session.tags.has(tag)),
      [...session.tags].filter((tag) => !tags.has(tag)),
    )
  }

  ids(): string[] {
    return [...this.opened.keys()]
  }

  private async start(entry: SessionEntry, isLost: boolean, isNew: boolean): Promise<Session> {
    const { connection, registry, clock } = this
    const { meta, name, exit } = entry
    const { jsm, subjects } = connection
    this.makeRoom()
    const [from, last] = isNew
      ? [null, null]
      : await Promise.all([
          getKeyframe(connection, meta.id),
          jsm.streams.getMessage(subjects.logStream, { last_by_subj: subjects.log(meta.id) }),
        ])
    const pty = new RemotePty(entry, from, connection, clock, () => this.handleGap(meta.id))
    const launched = {
      open: (_: unknown, listener: Parameters<RemotePty['start']>[0]) => pty.start(listener),
      keep() {},
    }
    const session = registry.adopt({ ...meta, name }, from?.saved ?? null, launched)
    const one = { session, pty, listeners: listeners(session), isLost: false }
    this.opened.set(meta.id, one)
    await this.within(pty.reader.reachedSequence(last?.seq ?? 0), session)
    if (exit) pty.finish(exit)
    else if (isLost) this.lose(one)
    return session
  }

  private async within(read: Promise<void>, session: Session): Promise<void> {
    const late = deferred<'late'>()
    const timer = this.clock.after(OPEN_MS, () => late.resolve('late'))
    const outcome = await Promise.race([read, late.promise])
    timer.dispose()
    if (outcome !== 'late' && this.opened.has(session.id)) return
    this.registry.forget(session)
    throw new CoreError('wait-timeout', `the log of session ${session.id} could not be read`, { session: session.id })
  }

  private lose(one: Opened): void {
    if (one.session.exited) return
    one.isLost = true
    one.pty.finish()
  }

  private remove({ session, pty }: Opened): void {
    pty.finish({ code: null, signal: null, reason: 'removed' })
    this.registry.forget(session)
  }

  /** What it has not read is kept no longer: whoever uses it next begins with a newer keyframe. */
  private handleGap(id: string): void {
    const one = this.opened.get(id)
    if (one) this.registry.forget(one.session)
  }

  private makeRoom(): void {
    if (this.opened.size + this.opening.size < MAX_OPENED) return
    const unused = [...this.opened.values()].find(
      ({ session, listeners: before }) => session.exited || (listeners(session) <= before && session.waiting === 0),
    )
    if (!unused)
      throw new CoreError('resource-limit', `${MAX_OPENED} sessions of other nodes are in use here`, {
        limit: MAX_OPENED,
      })
    this.registry.forget(unused.session)
  }
}

function listeners({ onOutput, onChange, onEvent, onExit }: Session): number {
  return onOutput.size + onChange.size + onEvent.size + onExit.size
}

/** NATS is away, or no server of it leads what is kept of the session. */
function fail(session: string, error: unknown): never {
  if (error instanceof CoreError) throw error
  const reason = error instanceof Error ? error.message : String(error)
  throw new CoreError('wait-timeout', `session ${session} of another node cannot be read now: ${reason}`, { session })
}
