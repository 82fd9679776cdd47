/**
 * The processes of a session and signals to all of them. A shell puts its jobs into groups of their own and a daemon
 * leaves the session altogether, so the leader's group is not enough: on Linux every process is found that belongs to
 * the leader's session or carries our variable in its environment. Elsewhere the leader's group is what we can reach.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { CoreError } from '../base/core-error.js'
import { SESSION_VARIABLE } from './spawn-options.js'

interface ProcessEntry {
  readonly pid: number
  /** Process id of its session's leader. */
  readonly leader: number
  /** The polytty session whose environment it inherited. */
  readonly sessionId: string | null
  /** It is just becoming another program, and its environment cannot be seen. */
  readonly uncertain: boolean
}

export interface ProcessTarget {
  readonly sessionId: string
  readonly pid: number
  /** False once the leader was waited for: its process id may then be somebody else's. */
  readonly leaderAlive: boolean
}

let table: readonly ProcessEntry[] | null = null

/** What was found when a session was signalled. */
export interface Signalled {
  readonly processes: number
  /** True if there are processes of which nobody can say at this moment whether they belong to the session. */
  readonly uncertain: boolean
}

/** Sends a signal to every process of the session; those that are gone already do not matter. */
export function signalSession(target: ProcessTarget, signal: string): Signalled {
  const { pid, leaderAlive, sessionId } = target
  const name = requireSignal(signal)
  if (leaderAlive) sendToGroup(pid, name)
  const entries = processTable()
  const ours = entries.filter((entry) => entry.sessionId === sessionId || (leaderAlive && entry.leader === pid))
  for (const entry of ours) send(entry.pid, name)
  return { processes: ours.length, uncertain: entries.some(({ uncertain }) => uncertain) }
}

/** Sends a signal to the leader's group and to the job in the foreground, if that is another group. */
export function signalGroup(pid: number, signal: string): void {
  const name = requireSignal(signal)
  const foreground = foregroundGroup(pid)
  sendToGroup(pid, name)
  if (foreground > 1 && foreground !== pid) sendToGroup(foreground, name)
}

function requireSignal(signal: string): NodeJS.Signals {
  if (Object.hasOwn(constants.signals, signal)) return signal as NodeJS.Signals
  throw new CoreError('invalid-params', `unknown signal ${JSON.stringify(signal)}; give a name like SIGTERM`, {
    signal,
  })
}

/** A program that was started this very moment leads no group yet: then the signal goes to itself. */
function sendToGroup(leader: number, signal: NodeJS.Signals): void {
  if (!send(-leader, signal)) send(leader, signal)
}

/** False when there is nobody to get it. */
function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Gone already, or not ours any more (a program that changed its user).
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
    return false
  }
}

/** All processes of this machine; read once for all sessions that end in the same turn of the event loop. */
function processTable(): readonly ProcessEntry[] {
  if (table) return table
  table = process.platform === 'linux' ? readProcessTable() : []
  setImmediate(() => {
    table = null
  })
  return table
}

function readProcessTable(): ProcessEntry[] {
  const marker = `${SESSION_VARIABLE}=`
  const ownStart = Number(statFields(process.pid)?.[19] ?? 0)
  const entries: ProcessEntry[] = []
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!(pid > 1) || pid === process.pid) continue
    const stat = statFields(pid)
    // What is older than this server was not started by it; that spares reading most environments.
    if (!stat || stat[0] === 'Z' || stat[0] === 'X' || Number(stat[19]) < ownStart) continue
    const environment = readText(`/proc/${pid}/environ`)
    const variable = environment?.split('\0').find((entry) => entry.startsWith(marker))
    const sessionId = variable?.slice(marker.length) ?? null
    // Threads of the kernel, children of process 2, never have an environment.
    const uncertain = environment === '' && pid !== 2 && stat[1] !== '2'
    entries.push({ pid, leader: Number(stat[3]), sessionId, uncertain })
  }
  return entries
}

function foregroundGroup(pid: number): number {
  return process.platform === 'linux' ? Number(statFields(pid)?.[5] ?? 0) : 0
}

/**
 * The fields of /proc/PID/stat from the state on: 0 state, 1 parent, 2 group, 3 session, 4 terminal, 5 foreground
 * group, 19 start time.
 */
function statFields(pid: number): string[] | null {
  const stat = readText(`/proc/${pid}/stat`)
  // The name before them is in parentheses and may contain anything, parentheses and blanks included.
  return stat ? stat.slice(stat.lastIndexOf(')') + 2).split(' ') : null
}

/** null when the process ended meanwhile or belongs to somebody else. */
function readText(path: string): string | null {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return null
  }
}
