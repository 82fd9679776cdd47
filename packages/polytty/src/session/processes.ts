/**
 * The processes of a session and signals to all of them. A shell puts its jobs into groups of their own and a daemon
 * leaves the session altogether, so the leader's group is not enough: on Linux every process is found that belongs to
 * the leader's session or carries our variable in its environment. Elsewhere the leader's group is what we can reach.
 */
import { readdirSync, readlinkSync } from 'node:fs'
import { constants } from 'node:os'
import { systemClock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { nextTurn } from '../base/turns.js'
import { foregroundGroup } from '../ready/kernel/foreground.js'
import { isDead, ownStart, readText, statOf } from '../ready/kernel/proc.js'
import { SESSION_VARIABLE } from './spawn-options.js'

interface ProcessEntry {
  readonly pid: number
  /** Process id of its group's leader. */
  readonly group: number
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
  /** False once the leader was waited for: its process id may then be someone else's. */
  readonly leaderAlive: boolean
  /** When the process that started the leader was started: what is older was not started by it. */
  readonly originStart: number
}

/** What was found when a session was signalled. */
export interface Signalled {
  readonly processes: number
  /** True if there are processes of which no one can say at this moment whether they belong to the session. */
  readonly uncertain: boolean
}

/**
 * Sends signals to every process of the session, at once to the leader's group and to the others when they are found; and
 * once to each: to many programs a second SIGTERM means to drop everything. Those that are gone already do not matter.
 */
export async function signalSession(target: ProcessTarget, signals: readonly string[]): Promise<Signalled> {
  const { pid, leaderAlive, sessionId, originStart } = target
  const names = signals.map(requireSignal)
  if (leaderAlive) for (const name of names) sendToGroup(pid, name)
  const entries = await processTable(originStart)
  const ours = entries.filter((entry) => entry.sessionId === sessionId || (leaderAlive && entry.leader === pid))
  const reached = (entry: ProcessEntry): boolean => leaderAlive && (entry.pid === pid || entry.group === pid)
  for (const entry of ours) if (!reached(entry)) for (const name of names) signalProcess(entry.pid, name)
  return { processes: ours.length, uncertain: entries.some(({ uncertain }) => uncertain) }
}

/**
 * Leaders that run, of all sessions here, with their sessions: most of the processes on a machine with many sessions, and of
 * these nothing needs to be read. Until a leader was waited for, its process id is no one else's.
 */
const leaders = new Map<number, string>()

/** Notes a leader that was started. */
export function addLeader(pid: number, sessionId: string): void {
  if (pid > 1) leaders.set(pid, sessionId)
}

/** It was waited for. */
export function removeLeader(pid: number): void {
  leaders.delete(pid)
}

/** Process ids of what a session has started and that still runs; on Linux, where it can be known. */
export async function processesOf(sessionId: string): Promise<readonly number[]> {
  const entries = await processTable(ownStart)
  return entries.filter((entry) => entry.sessionId === sessionId).map(({ pid }) => pid)
}

/** Sends a signal to the leader's group and to the job in the foreground, if that is another group. */
export function signalGroup(pid: number, signal: string): void {
  const name = requireSignal(signal)
  const foreground = foregroundGroup(pid)
  sendToGroup(pid, name)
  if (foreground > 1 && foreground !== pid) sendToGroup(foreground, name)
}

/** The working folder of a process; null where no one can say. */
export function folderOf(pid: number): string | null {
  if (process.platform !== 'linux') return null
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

function requireSignal(signal: string): NodeJS.Signals {
  if (Object.hasOwn(constants.signals, signal)) return signal as NodeJS.Signals
  throw new CoreError('invalid-params', `unknown signal ${JSON.stringify(signal)}; give a name like SIGTERM`, {
    signal,
  })
}

/** A program that was started this very moment leads no group yet: then the signal goes to itself. */
function sendToGroup(leader: number, signal: NodeJS.Signals): void {
  if (!signalProcess(-leader, signal)) signalProcess(leader, signal)
}

/** Sends a signal to one process; false when there is no one to get it. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Gone already, or not ours any more (a program that changed its user).
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
    return false
  }
}

/** Processes that are looked at in one turn of the event loop: a machine may have thousands. */
const PER_TURN = 16

/** The table that is read next, and the reading of the last one. */
let upcoming: Promise<readonly ProcessEntry[]> | null = null
let latest: Promise<unknown> = Promise.resolve()
/** What is older than this interests no one who waits for the next table: that spares reading most environments. */
let oldest = Number.POSITIVE_INFINITY

/** All processes of this machine, as they are from now on; read once for all who ask before the reading begins. */
function processTable(originStart: number): Promise<readonly ProcessEntry[]> {
  if (process.platform !== 'linux') return Promise.resolve([])
  oldest = Math.min(oldest, originStart)
  upcoming ??= latest.then(nextTurn).then(() => {
    upcoming = null
    const from = oldest
    oldest = Number.POSITIVE_INFINITY
    return readProcessTable(from)
  })
  latest = upcoming.catch(() => {})
  return upcoming
}

/**
 * Processes that are older than anything of interest, which is most of a machine's. They need not be read again for a
 * moment: it takes longer until the kernel gives one of their numbers to another process.
 */
const elders = { pids: new Set<number>(), from: 0, until: 0 }
const ELDERS_MS = 1000

async function readProcessTable(from: number): Promise<ProcessEntry[]> {
  const entries: ProcessEntry[] = []
  const now = systemClock.monotonic()
  if (elders.from !== from || now >= elders.until) {
    elders.pids.clear()
    elders.from = from
    elders.until = now + ELDERS_MS
  }
  const pids = readdirSync('/proc').map(Number)
  let read = 0
  for (const pid of pids) {
    const sessionId = leaders.get(pid)
    if (sessionId !== undefined) entries.push({ pid, group: pid, leader: pid, sessionId, uncertain: false })
    else if (pid > 1 && pid !== process.pid && !elders.pids.has(pid)) {
      if (++read % PER_TURN === 0) await nextTurn()
      const entry = entryOf(pid, from)
      if (entry) entries.push(entry)
    }
  }
  return entries
}

function entryOf(pid: number, from: number): ProcessEntry | null {
  const marker = `${SESSION_VARIABLE}=`
  const stat = statOf(pid)
  if (stat && stat.startTime < from) elders.pids.add(pid)
  if (!stat || isDead(stat) || stat.startTime < from) return null
  const environment = readText(`/proc/${pid}/environ`)
  const variable = environment?.split('\0').find((entry) => entry.startsWith(marker))
  const sessionId = variable?.slice(marker.length) ?? null
  // Threads of the kernel, children of process 2, never have an environment.
  const uncertain = environment === '' && pid !== 2 && stat.parent !== 2
  return { pid, group: stat.group, leader: stat.session, sessionId, uncertain }
}
