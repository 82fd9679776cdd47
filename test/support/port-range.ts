/** Ports of a test's own: a server of another test must not be found by its commands. */
import { mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownPorts } from '../../packages/polytty/src/cli-kit/listening-ports.js'
import { isAlive } from './is-alive.js'

/** Below those that the system gives to whoever asks for any. */
const LOWEST = 10_000
const RANGES = 217
/** As many as servers and clients look at. What says so reads its first port once, so it is not imported here. */
const COUNT = 101

/** A link for each range that someone has, also in another run of the tests, to the number of their process. */
const claims = join(tmpdir(), `polytty-test-ports-${process.getuid?.() ?? ''}`)

export interface PortRange {
  readonly first: string
  /** Leaves it to others. */
  release(): void
}

/** A range of ports on which no one listens, and that no one else was given. */
export function newPortRange(): PortRange {
  const first = LOWEST + Math.floor(Math.random() * RANGES) * COUNT
  const ports = Array.from({ length: COUNT }, (_, index) => first + index)
  const claim = join(claims, String(first))
  if (!tryClaim(claim)) return newPortRange()
  const range = { first: String(first), release: () => rmSync(claim, { force: true }) }
  if (process.platform !== 'linux' || ownPorts(ports).length === 0) return range
  range.release()
  return newPortRange()
}

/** Making a link succeeds once, whoever tries at the same moment. */
function tryClaim(claim: string): boolean {
  mkdirSync(claims, { recursive: true })
  try {
    symlinkSync(String(process.pid), claim)
    return true
  } catch {
    removeLeftover(claim)
    return false
  }
}

/** What a run that was killed has left behind. */
function removeLeftover(claim: string): void {
  try {
    if (!isAlive(Number(readlinkSync(claim)))) rmSync(claim, { force: true })
  } catch {
    // It was given back meanwhile.
  }
}
