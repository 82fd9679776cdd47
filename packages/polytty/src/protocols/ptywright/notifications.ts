/**
 * What one client is sent unasked: that a screen changed, what was printed, that a program ended; for each session in
 * that order. Sent as things happen, gathered over a few milliseconds, and never between a request and its answer.
 * Output is redacted as a stream, so that a secret cut in two does not slip through.
 */
import type { Clock } from '../../base/clock.js'
import { type Disposable, DisposableBag } from '../../base/disposable.js'
import { Redactor } from '../../redaction/redactor.js'
import { RedactingStream } from '../../redaction/stream.js'
import type { Session } from '../../session/index.js'
import type { Pusher } from '../peer.js'
import { sessionChanged, sessionExited, sessionOutput } from './events.js'
import type { NamedSessions } from './sessions.js'

/** Changes within this time are sent as one. */
const GATHER_MS = 5

interface Followed {
  readonly session: Session
  readonly taps: DisposableBag
  stream: RedactingStream
  cursor: number
  revision: number
  exitPending: boolean
}

export class Notifications implements Disposable {
  private enabled = false
  private readonly followed = new Map<Session, Followed>()
  private readonly dirty = new Set<Followed>()
  private readonly owned = new DisposableBag()
  private wanted: ReadonlySet<string> | null = null
  private timer: Disposable | null = null
  private answering = 0
  private gone = false

  constructor(
    private readonly sessions: NamedSessions,
    private readonly pusher: Pusher,
    private readonly clock: Clock,
  ) {
    this.owned.add(sessions.onCreated.on((session) => this.enabled && this.follow(session)))
    this.owned.add(pusher.link.onDrain.on(() => this.schedule()))
  }

  /**
   * Turns the stream on or off, for the sessions and adapters that are named, or for all. What was printed before is not
   * sent.
   */
  set(enabled: boolean, wanted: ReadonlySet<string> | null): void {
    this.wanted = wanted
    // A request that was still waiting its turn when its client went.
    if (enabled === this.enabled || this.gone) return
    this.enabled = enabled
    if (enabled) for (const session of this.sessions.list()) this.follow(session)
    else this.unfollowAll()
  }

  /** A request is being handled: what it causes is sent after its answer. */
  hold(): Disposable {
    this.answering++
    return {
      dispose: () => {
        this.answering--
        this.schedule()
      },
    }
  }

  dispose(): void {
    this.gone = true
    this.unfollowAll()
    this.owned.dispose()
  }

  private follow(session: Session): void {
    const followed: Followed = {
      session,
      stream: new RedactingStream(new Redactor()),
      taps: new DisposableBag(),
      cursor: session.transcript.end,
      revision: session.terminal.revision,
      exitPending: false,
    }
    const mark = (): void => {
      this.dirty.add(followed)
      this.schedule()
    }
    followed.taps.add(session.onChange.on(mark))
    // What is printed need not change the screen.
    followed.taps.add(session.onOutput.on(mark))
    followed.taps.add(
      session.onExit.on(() => {
        followed.exitPending = true
        mark()
      }),
    )
    this.followed.set(session, followed)
  }

  private unfollowAll(): void {
    for (const { taps } of this.followed.values()) taps.dispose()
    this.followed.clear()
    this.dirty.clear()
    this.timer?.dispose()
    this.timer = null
  }

  private schedule(): void {
    if (this.dirty.size === 0) return
    this.timer ??= this.clock.after(GATHER_MS, () => {
      this.timer = null
      if (this.answering === 0 && !this.pusher.link.congested) this.notifyAll()
    })
  }

  private notifyAll(): void {
    const changed = [...this.dirty]
    this.dirty.clear()
    for (const followed of changed) {
      const id = this.sessions.idOf(followed.session)
      if (id !== '' && this.isWanted(id, followed.session)) this.notifyOf(id, followed)
      else skip(followed)
      if (followed.exitPending) {
        followed.taps.dispose()
        this.followed.delete(followed.session)
      }
    }
  }

  private isWanted(id: string, session: Session): boolean {
    return this.wanted === null || this.wanted.has(id) || this.wanted.has(this.sessions.ownerOf(session) ?? '')
  }

  private notifyOf(id: string, followed: Followed): void {
    const { session, stream } = followed
    const sequence = this.sessions.sequenceOf(session)
    const { revision } = session.terminal
    if (revision !== followed.revision) this.pusher.notify(sessionChanged, { session: id, sequence })
    followed.revision = revision
    const { start, end } = session.transcript
    const dropped = followed.cursor < start
    const delta = session.transcript.read(Math.max(followed.cursor, start))
    followed.cursor = end
    const output = stream.push(delta) + (followed.exitPending ? stream.flush() : '')
    if (output !== '')
      this.pusher.notify(sessionOutput, { session: id, sequence, output, ...(dropped ? { dropped } : {}) })
    if (followed.exitPending) this.pusher.notify(sessionExited, { session: id, sequence })
  }
}

/** What a client does not want now, it does not get later. */
function skip(followed: Followed): void {
  followed.cursor = followed.session.transcript.end
  followed.revision = followed.session.terminal.revision
  followed.stream = new RedactingStream(new Redactor())
}
