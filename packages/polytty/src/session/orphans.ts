/**
 * Programs that a server left behind when it was killed: those that ignore the hang-up of their terminal. Every program
 * carries in its environment who started it: process id, start time and a random word, so that neither another server's
 * programs nor a reused process id are taken for one.
 */
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import type { Clock } from '../base/clock.js'
import { isDead, ownStart, readText, statOf } from '../ready/kernel/proc.js'

export const OWNER_VARIABLE = 'POLYTTY_OWNER'

/** From asking them to end to ending them. */
const GRACE_MS = 1000

/** Names this process: `PID-START-WORD`. */
export const ownOwner = `${process.pid}-${ownStart}-${randomUUID()}`

/** Ends what dead servers of this user left behind; resolves with how many programs that were. */
export async function endOrphans(clock: Clock): Promise<number> {
  const orphans = findOrphans()
  if (orphans.length === 0) return 0
  for (const pid of orphans) send(pid, 'SIGTERM')
  // A stopped one acts on a signal only once it goes on.
  for (const pid of orphans) send(pid, 'SIGCONT')
  await new Promise<void>((resolve) => clock.after(GRACE_MS, resolve))
  // Looked at again: a process id that was freed meanwhile may be someone else's.
  for (const pid of findOrphans()) send(pid, 'SIGKILL')
  return orphans.length
}

/** Process ids of them. */
function findOrphans(): number[] {
  if (process.platform !== 'linux') return []
  const marker = `${OWNER_VARIABLE}=`
  const orphans: number[] = []
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!(pid > 1) || pid === process.pid) continue
    const variable = readText(`/proc/${pid}/environ`)
      ?.split('\0')
      .find((entry) => entry.startsWith(marker))
    if (variable && isGone(variable.slice(marker.length)) && startOf(pid) !== null) orphans.push(pid)
  }
  return orphans
}

/** Whether the process that an owner names is there no more. */
function isGone(owner: string): boolean {
  const match = /^(\d+)-(\d+)-[0-9a-f-]{36}$/.exec(owner)
  return match !== null && startOf(Number(match[1])) !== match[2]
}

/** When a process started, on the kernel's scale; null where there is none. A dead one that no one waited for is none. */
function startOf(pid: number): string | null {
  const stat = statOf(pid)
  return stat && !isDead(stat) ? String(stat.startTime) : null
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone meanwhile, or not ours to end.
  }
}
