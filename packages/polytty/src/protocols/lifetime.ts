/**
 * Whether the server is still needed. A persistent one always is; an ephemeral one until its last session has ended, or
 * until the first has not come for a while.
 */
import type { Clock } from '../base/clock.js'
import { type Disposable, DisposableBag } from '../base/disposable.js'
import { Emitter } from '../base/emitter.js'
import type { SessionRegistry } from '../session/index.js'

/** How long an ephemeral server waits for its first session. */
const FIRST_SESSION_MS = 30_000

export class Lifetime implements Disposable {
  /** The server is not needed any longer, or was asked to stop. */
  readonly onUnneeded = new Emitter<void>()
  /** Another server is to take its place; its sessions go on. */
  readonly onReplaced = new Emitter<void>()
  /** Whether they can. */
  replaceable = false
  private readonly owned = new DisposableBag()
  private firstSession: Disposable | null = null
  private stays = true
  /** Requests under way that may end a session, and whether a session has ended meanwhile. */
  private kept = 0
  private endedWhileKept = false

  constructor(
    private readonly sessions: SessionRegistry,
    private readonly clock: Clock,
  ) {
    this.owned.add(sessions.onCreated.on(() => this.firstSession?.dispose()))
    this.owned.add(sessions.onExited.on(() => this.endIfUnneeded()))
  }

  get persistent(): boolean {
    return this.stays
  }

  set persistent(stays: boolean) {
    this.stays = stays
    this.firstSession?.dispose()
    this.firstSession = null
    if (stays || this.hasRunning()) return
    this.firstSession = this.clock.after(FIRST_SESSION_MS, () => this.requestStop())
  }

  /** Keeps the server from ending for want of sessions until the handle is disposed. */
  keep(): Disposable {
    this.kept++
    let over = false
    return {
      dispose: () => {
        if (over) return
        over = true
        this.kept--
        if (this.endedWhileKept) this.endIfUnneeded()
      },
    }
  }

  requestStop(): void {
    this.onUnneeded.emit()
  }

  requestReplacement(): void {
    this.onReplaced.emit()
  }

  dispose(): void {
    this.firstSession?.dispose()
    this.owned.dispose()
  }

  private hasRunning(): boolean {
    return this.sessions.list().some(({ exited }) => !exited)
  }

  /** Whoever ended the last session is answered first. */
  private endIfUnneeded(): void {
    this.endedWhileKept = this.kept > 0
    if (!this.stays && !this.hasRunning() && !this.endedWhileKept) this.requestStop()
  }
}
