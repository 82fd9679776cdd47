/**
 * Ending a session's processes: politely, then by force, then making sure. No wait in here is without a bound, and no
 * process that carries the session's mark is left behind.
 */
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { signalSession } from './processes.js'
import type { ExitStatus, Pty } from './pty/port.js'

export interface KillOptions {
  /** Sent first; SIGHUP and SIGTERM if absent. */
  readonly signal?: string
  /** Until SIGKILL; 5,000 if absent. */
  readonly graceMs?: number
}

interface Target {
  readonly sessionId: string
  readonly pty: Pty
  readonly ended: Promise<ExitStatus>
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

/** Resolves with the leader's exit status once every process of the session has been told to go and the PTY is closed. */
export async function endProcesses(target: Target, options: KillOptions, clock: Clock): Promise<ExitStatus> {
  const graceMs = options.graceMs ?? DEFAULT_GRACE_MS
  if (!(graceMs >= 0 && graceMs <= MAX_GRACE_MS))
    throw new CoreError('invalid-params', `graceMs must be from 0 to ${MAX_GRACE_MS}, not ${graceMs}`)
  const signalAll = (name: string) =>
    signalSession({ sessionId: target.sessionId, pid: target.pty.pid, leaderAlive: !target.isEnded() }, name)

  for (const name of options.signal ? [options.signal] : ['SIGHUP', 'SIGTERM']) signalAll(name)
  // A stopped job acts on a signal only once it goes on.
  signalAll('SIGCONT')
  const gone = Promise.all([target.ended, target.pty.closed])
  if (graceMs > 0) await within(gone, graceMs, clock)

  // Also when all seem gone: what left the terminal and ignored the signals is still there.
  signalAll('SIGKILL')
  if (!(await within(target.ended, FORCE_MS, clock))) {
    throw new CoreError('internal', `process ${target.pty.pid} did not end within ${FORCE_MS} ms of SIGKILL`, {
      pid: target.pty.pid,
    })
  }
  // Once more for those that were forked or were becoming another program just then, until none is left.
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    await nextTurn()
    const { processes, uncertain } = signalAll('SIGKILL')
    if (processes === 0 && !(uncertain && round <= UNCERTAIN_ROUNDS)) break
  }
  target.pty.hangUp()
  return target.ended
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
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
