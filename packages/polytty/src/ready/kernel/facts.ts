/**
 * What the kernel knows of a terminal and the programs in its foreground at this moment. Facts alone: what follows from
 * them is decided in verdict.ts. This folder imports nothing of ours, since whoever started the programs must run it: a
 * hardened kernel lets only their ancestors look.
 */
import { type GroupReader, hasRun, type ProcessFacts } from './group.js'
import { findListening } from './listening.js'
import { findLonely } from './lonely.js'
import { isDead, type ProcessStat, statOf } from './proc.js'

/** What a terminal says of itself; null for what cannot be had. */
export interface TerminalProbe {
  /** The process group in the foreground. */
  group(): number | null
  lineMode(): LineMode | null
  /** Whether something was typed that the program has not read; of edited lines, only whole ones count. */
  hasUnreadInput(): boolean | null
  /** Whether the program has written something that we have not read. */
  hasUnreadOutput(): boolean | null
}

export interface LineMode {
  /** The terminal collects whole lines, and lets the user edit them. */
  readonly canonical: boolean
  /** What is typed is shown. */
  readonly echo: boolean
}

export interface Facts {
  readonly group: number | null
  readonly lineMode: LineMode | null
  readonly unreadInput: boolean | null
  readonly unreadOutput: boolean | null
  /** The living processes of the group in the foreground; null where they cannot be seen. */
  readonly processes: readonly ProcessFacts[] | null
  /** Whether the session's leader, where it is not in the foreground itself, runs at this moment. */
  readonly leaderRuns: boolean
  /** Processes that ran while we looked: what was seen of them may be of different moments. */
  readonly moved: readonly number[]
  /** Processes that read from a pipe whose other end no other process holds; null if it was not looked for. */
  readonly lonely: readonly number[] | null
  /** What they listen on, if they wait for nothing but connections; null if it was not looked for. */
  readonly listening: readonly string[] | null
  /** What could not be had, and why. */
  readonly missing: readonly string[]
}

export const nothingKnown: Facts = {
  group: null,
  lineMode: null,
  unreadInput: null,
  unreadOutput: null,
  processes: null,
  leaderRuns: false,
  moved: [],
  lonely: null,
  listening: null,
  missing: [],
}

/** What is looked at besides, since it takes longer: the tables of sockets, and all other processes. */
export interface LookFurther {
  readonly sockets?: boolean
  readonly everyone?: boolean
}

/** Looks at a terminal and who is in its foreground. */
export function gatherFacts(reader: GroupReader, probe: TerminalProbe, { sockets, everyone }: LookFurther = {}): Facts {
  const { leader } = reader
  const missing: string[] = []
  const need = <T>(value: T | null, what: string): T | null => {
    if (value === null) missing.push(what)
    return value
  }
  // In this order: who waits now, after all was read, has dealt with all of it.
  const unreadInput = need(probe.hasUnreadInput(), 'unread input')
  const lineMode = need(probe.lineMode(), 'line mode')
  const stat = process.platform === 'linux' ? statOf(leader) : null
  // Its exit is about to be reported.
  if (stat ? isDead(stat) : statOf(process.pid) !== null) return { ...nothingKnown, processes: [] }
  if (!stat) missing.push('processes: no /proc')
  const group = need(probe.group() ?? foregroundOf(stat), 'foreground group')
  const seen = stat && group !== null ? reader.look(group, stat.terminal) : null
  if (seen?.hidden) missing.push(`system calls: ${seen.hidden}`)
  return {
    group,
    lineMode,
    unreadInput,
    processes: seen?.processes ?? null,
    leaderRuns: group !== leader && statOf(leader)?.state === 'R',
    moved: seen ? seen.processes.filter(hasRun).map(({ pid }) => pid) : [],
    lonely: everyone && seen ? findLonely(seen.processes) : null,
    listening: sockets && seen ? findListening(seen.processes) : null,
    // Last: what was written before they slept is there by now.
    unreadOutput: need(probe.hasUnreadOutput(), 'unread output'),
    missing,
  }
}

function foregroundOf(stat: ProcessStat | null): number | null {
  return stat && stat.foreground > 0 ? stat.foreground : null
}
