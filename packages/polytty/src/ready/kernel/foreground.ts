/** Whether the programs in a terminal's foreground wait, in short: for those who need no more than that. */
import { GroupReader } from './group.js'
import { isDead, statOf } from './proc.js'
import { running } from './thread-call.js'

export interface ForegroundFacts {
  /** The process group that reads from the terminal. */
  readonly group: number
  /** No process of it is alive, and no other group has taken its place yet. */
  readonly ended: boolean
  /** One of its threads runs, or is kept from running for a moment. */
  readonly runs: boolean
  /** Every thread of it sleeps, and one until there is something to read. Null where that cannot be seen. */
  readonly waits: boolean | null
  /** Grows whenever one of its threads was given a processor. */
  readonly sleeps: number
}

/** Looks at the foreground of the terminal that the process `leader` controls; null where there is nothing to see. */
export function lookAtForeground(leader: number): ForegroundFacts | null {
  const group = foregroundGroup(leader)
  if (group <= 0) return null
  const { processes } = new GroupReader(leader).look(group, statOf(leader)?.terminal ?? 0)
  if (processes.length === 0) return { group, ended: !isAlive(group), runs: false, waits: null, sleeps: 0 }
  const sleeps = processes.reduce((sum, process) => sum + process.runs, 0)
  const calls = processes.flatMap(({ threads }) => threads.map(({ call }) => call))
  const runs = calls.includes(running) || processes.some(({ state }) => state === 'R' || state === 'D')
  const seen = { group, ended: false, runs, sleeps }
  if (runs || processes.some(({ state }) => state !== 'S')) return { ...seen, waits: false }
  if (calls.every((call) => call === null)) return { ...seen, waits: null }
  return { ...seen, waits: calls.some((call) => call !== null && call !== running && call.on.length > 0) }
}

/** Whether a group may have a process that lives, also one that may not be looked at. */
function isAlive(group: number): boolean {
  const stat = statOf(group)
  return stat ? !isDead(stat) : groupExists(group)
}

/** Whether a group has a process left, be it one whose end no one has asked for yet. */
export function groupExists(group: number): boolean {
  try {
    return process.kill(-group, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The group in the foreground of the terminal that a process controls; 0 where that cannot be seen. */
export function foregroundGroup(leader: number): number {
  return process.platform === 'linux' ? Math.max(0, statOf(leader)?.foreground ?? 0) : 0
}
