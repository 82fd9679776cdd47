/**
 * Ending a session's processes: politely, then by force, then making sure. No wait in here is without a bound, and no
 * process that carries the session's mark is left behind.
 */
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { deferred } from '../base/deferred.js'
import type { Disposable } from '../base/disposable.js'
import { type Signalled, signalProcess, signalSession } from './processes.js'
import type { ExitStatus, Pty } from './pty/port.js'

export interface KillOptions {
  /** Sent first; SIGTERM if absent, and SIGHUP with it where an interactive shell leads, which ignores the other. */
  readonly signal?: string
  /** Until SIGKILL; 5,000 if absent. */
  readonly graceMs?: number
}

interface Target {
  readonly sessionId: string
  readonly pty: Pty
  readonly ended: Promise<ExitStatus>
  readonly interactiveShell: boolean
  isEnded(): boolean
}

const DEFAULT_GRACE_MS = 5000
const MAX_GRACE_MS = 600_000
/** How long the kernel gets to carry out a SIGKILL; only a process stuck in the kernel takes longer. */
const FORCE_MS = 5000

/** How often to make sure that none is left; in each the whole process table is read. */
const MAX_ROUNDS = 20
/** A program with an empty environment looks forever like one that is being replaced. */
const UNCERTAIN_ROUNDS = 3

/** How long after the first signals an interactive shell is woken; each further time after twice as long. */
const FIRST_WAKE_MS = 50

/** The end of a session's processes while it is under way. */
export class Ending {
  /** Resolves with the leader's exit status once every process of the session was asked to end and the PTY is closed. */
  readonly done: Promise<ExitStatus>
  /** How many processes were there at the last look. */
  left = 0
  private readonly graceOver = deferred<void>()
  private grace: Disposable | null = null
  private deadline = Number.POSITIVE_INFINITY

  constructor(
    private readonly target: Target,
    options: KillOptions,
    private readonly clock: Clock,
  ) {
    this.hurry(options)
    this.done = this.run(options.signal)
  }

  /** Brings SIGKILL forward if the grace asked for ends sooner than what is left; never puts it off. */
  hurry({ graceMs = DEFAULT_GRACE_MS }: KillOptions): void {
    if (!(graceMs >= 0 && graceMs <= MAX_GRACE_MS))
      throw new CoreError('invalid-params', `graceMs must be from 0 to ${MAX_GRACE_MS}, not ${graceMs}`)
    const deadline = this.clock.monotonic() + graceMs
    if (deadline >= this.deadline) return
    this.deadline = deadline
    this.grace?.dispose()
    this.grace = this.clock.after(graceMs, () => this.graceOver.resolve())
  }

  private async run(signal: string | undefined): Promise<ExitStatus> {
    const { target, clock } = this
    try {
      const usual = target.interactiveShell ? ['SIGTERM', 'SIGHUP'] : ['SIGTERM']
      // A stopped job acts on a signal only once it goes on.
      const signalled = this.signalAll([...(signal ? [signal] : usual), 'SIGCONT'])
      const waker = target.interactiveShell ? this.wakeLater(FIRST_WAKE_MS) : null
      await Promise.race([Promise.all([target.ended, target.pty.closed, signalled]), this.graceOver.promise])
      waker?.dispose()
    } finally {
      this.grace?.dispose()
    }
    const hadEnded = target.isEnded()
    // Also when all seem gone: what left the terminal and ignored the signals is still there.
    let found = await this.signalAll(['SIGKILL'])
    if (!(await within(target.ended, FORCE_MS, clock))) {
      throw new CoreError('internal', `process ${target.pty.pid} did not end within ${FORCE_MS} ms of SIGKILL`, {
        pid: target.pty.pid,
      })
    }
    // Once more for those that were forked or were becoming another program just then, until none is left.
    let isClear = hadEnded && found.processes === 0 && !found.uncertain
    for (let round = 1; !isClear && round <= MAX_ROUNDS; round++) {
      found = await this.signalAll(['SIGKILL'])
      isClear = found.processes === 0 && !(found.uncertain && round <= UNCERTAIN_ROUNDS)
    }
    this.left = found.processes
    target.pty.hangUp()
    return target.ended
  }

  private signalAll(names: readonly string[]): Promise<Signalled> {
    const { sessionId, pty } = this.target
    const { pid, originStart } = pty
    return signalSession({ sessionId, pid, originStart, leaderAlive: !this.target.isEnded() }, names)
  }

  /**
   * bash only notes a SIGHUP and looks at the note before it reads: one that comes in between is found at the next
   * key or signal. SIGWINCH is one that harms no one; about one bash in a hundred needs it.
   */
  private wakeLater(ms: number): Disposable {
    let timer = this.clock.after(ms, () => {
      if (!this.target.isEnded()) signalProcess(this.target.pty.pid, 'SIGWINCH')
      timer = this.wakeLater(ms * 2)
    })
    return { dispose: () => timer.dispose() }
  }
}

/** True when the promise settles in time. */
function within(promise: Promise<unknown>, ms: number, clock: Clock): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = clock.after(ms, () => resolve(false))
    void promise.then(() => {
      timer.dispose()
      resolve(true)
    })
  })
}
