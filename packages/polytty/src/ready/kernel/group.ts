/** The processes and threads of a terminal's foreground group: which there are, and what each of them waits for. */
import { isDead, list, type ProcessStat, readShort, readText, statOf } from './proc.js'
import { knowsCalls } from './system-calls.js'
import { decodeCall, running, type ThreadCall } from './thread-call.js'

export interface ThreadFacts {
  readonly id: number
  /** Null where it may not be seen. */
  readonly call: ThreadCall | typeof running | null
}

export interface ProcessFacts {
  readonly pid: number
  readonly command: string
  /** As in /proc/PID/stat: R, S, D or T. */
  readonly state: string
  readonly threads: readonly ThreadFacts[]
  /** How often its threads were given a processor before we looked at them. */
  readonly runs: number
}

export interface GroupFacts {
  /** The living ones. */
  readonly processes: readonly ProcessFacts[]
  /** Why calls could not be seen; null if they were. */
  readonly hidden: string | null
}

interface Member {
  readonly pid: number
  readonly stat: ProcessStat
  readonly threads: readonly number[]
}

/** What is known of a thread until it runs again. */
interface Known {
  readonly runs: number
  readonly children: string
  text: string | null
  call: ThreadCall | null
}

/** A group with more threads than this is not looked at in detail. */
const MAX_THREADS = 64
const MAX_PROCESSES = 256

/** Looks at groups of one session again and again; what cannot have changed since the last look is not read again. */
export class GroupReader {
  private known = new Map<number, Known>()
  private next = new Map<number, Known>()

  /** `leader` is the process that leads the session. */
  constructor(readonly leader: number) {}

  /** Looks at a group on the terminal with that device number. */
  look(group: number, terminal: number): GroupFacts {
    this.next = new Map()
    const members = this.findMembers(group)
    const count = members.reduce((sum, { threads }) => sum + threads.length, 0)
    const hidden = whyHidden(count)
    const read = (pid: number, id: number) => (hidden === null ? this.readCall(pid, id, terminal) : null)
    const processes = members.map(({ pid, stat: { command, state }, threads }) => ({
      pid,
      command,
      state,
      threads: threads.map((id) => ({ id, call: read(pid, id) })),
      runs: threads.reduce((sum, id) => sum + (this.next.get(id)?.runs ?? 0), 0),
    }))
    this.known = this.next
    return { processes, hidden: hidden ?? whyDenied(processes) }
  }

  /** The living processes of a group: its leader, and those that descend from the session's. */
  private findMembers(group: number): Member[] {
    const members: Member[] = []
    const open = this.leader === group ? [group] : [this.leader, group]
    const seen = new Set<number>()
    for (let pid = open.pop(); pid !== undefined && seen.size < MAX_PROCESSES; pid = open.pop()) {
      if (seen.has(pid)) continue
      seen.add(pid)
      const stat = statOf(pid)
      if (!stat || isDead(stat)) continue
      const threads = list(`/proc/${pid}/task`).map(Number)
      if (stat.group === group) members.push({ pid, stat, threads })
      for (const thread of threads)
        for (const child of this.know(pid, thread).children.split(' ')) if (child !== '') open.push(Number(child))
    }
    return members
  }

  /** A thread that has not run since has started no process, and is still in the same call. */
  private know(pid: number, thread: number): Known {
    const runs = readRuns(pid, thread)
    const before = this.known.get(thread)
    const known =
      before?.runs === runs
        ? before
        : { runs, children: readText(`/proc/${pid}/task/${thread}/children`) ?? '', text: null, call: null }
    this.next.set(thread, known)
    return known
  }

  /** It may have been woken, though: then it says that it runs. */
  private readCall(pid: number, thread: number, terminal: number): ThreadCall | typeof running | null {
    const known = this.next.get(thread)
    const text = readShort(`/proc/${pid}/task/${thread}/syscall`)
    if (text === null || text === '') return null
    if (known?.call && known.text === text) return known.call
    const call = decodeCall(text, pid, thread, terminal)
    if (known && call !== running) Object.assign(known, { text, call })
    return call
  }
}

function whyHidden(threads: number): string | null {
  if (threads > MAX_THREADS) return `more than ${MAX_THREADS} threads`
  return knowsCalls ? null : `not known on ${process.arch}`
}

function whyDenied(processes: readonly ProcessFacts[]): string | null {
  const denied = processes.find(({ threads }) => threads.some(({ call }) => call === null))
  return denied ? `those of ${denied.command} (${denied.pid}) may not be read` : null
}

/** Whether a process has run since before we looked at it. */
export function hasRun({ pid, threads, runs }: ProcessFacts): boolean {
  return threads.reduce((sum, { id }) => sum + readRuns(pid, id), 0) !== runs
}

/** From schedstat or, where the kernel keeps none, how often it slept. */
function readRuns(pid: number, thread: number): number {
  const folder = `/proc/${pid}/task/${thread}`
  const count = readShort(`${folder}/schedstat`)?.split(' ')[2]
  return Number(count ?? /^voluntary_ctxt_switches:\s*(\d+)/m.exec(readText(`${folder}/status`) ?? '')?.[1] ?? 0)
}
