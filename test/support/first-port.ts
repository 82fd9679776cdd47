/** Ports of a test's own: a server of another test must not be found by its commands. */
import { ownPorts } from '../../packages/polytty/src/cli-kit/listening-ports.js'

/** Below those that the system gives to whoever asks for any. */
const LOWEST = 10_000
const RANGES = 217
/** As many as servers and clients look at. What says so reads its first port once, so it is not imported here. */
const COUNT = 101

/** The first of a range of ports on which no one listens. */
export function newFirstPort(): string {
  const first = LOWEST + Math.floor(Math.random() * RANGES) * COUNT
  const ports = Array.from({ length: COUNT }, (_, index) => first + index)
  return process.platform !== 'linux' || ownPorts(ports).length === 0 ? String(first) : newFirstPort()
}
