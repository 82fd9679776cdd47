/** Processes that wait for a pipe whose other end no one else holds. Looks at all processes, so it is slow. */
import type { ProcessFacts } from './group.js'
import { list, readLink } from './proc.js'
import { running } from './thread-call.js'

/** Processes that are looked at; with more than these it is not known. */
const MAX_PROCESSES = 2000

export function findLonely(processes: readonly ProcessFacts[]): number[] {
  const readers = new Map<string, number>()
  for (const { pid, threads } of processes)
    for (const { call } of threads)
      if (call !== null && call !== running && call.name === 'read' && call.timerMs === null)
        for (const link of call.links) if (link.startsWith('pipe:')) readers.set(link, pid)
  if (readers.size === 0) return []
  const others = list('/proc').filter((name) => /^\d+$/.test(name))
  if (others.length > MAX_PROCESSES) return []
  for (const other of others)
    for (const fd of list(`/proc/${other}/fd`)) {
      const link = readLink(`/proc/${other}/fd/${fd}`)
      if (link !== null && readers.has(link) && readers.get(link) !== Number(other)) readers.delete(link)
    }
  return [...new Set(readers.values())]
}
