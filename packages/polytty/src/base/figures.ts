/** What a server counts while it runs. Plain numbers, so that counting costs an addition; metrics.ts writes them out. */

/** Seconds, from what a request takes to what a wait may last. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const

/** How often something took how long. */
export class Histogram {
  readonly bounds: readonly number[] = SECONDS
  /** Values up to each bound and above the one before; the last entry is what lies beyond all of them. */
  readonly counts: number[] = new Array(SECONDS.length + 1).fill(0)
  sum = 0

  observe(seconds: number): void {
    let at = 0
    while (at < this.bounds.length && seconds > this.bounds[at]!) at++
    this.counts[at]!++
    this.sum += seconds
  }
}

export class Figures {
  sessionsStarted = 0
  startsFailed = 0
  outputBytes = 0
  inputBytes = 0
  connections = 0
  refusals = 0
  receivedCharacters = 0
  sentCharacters = 0
  requestsRunning = 0
  waitsRunning = 0
  /** By how they ended. */
  readonly waits = new Map<string, Histogram>()
  /** By protocol, then by outcome. */
  readonly requests = new Map<string, Map<'ok' | 'error', Histogram>>()

  observeWait(outcome: string, seconds: number): void {
    getOrMake(this.waits, outcome, () => new Histogram()).observe(seconds)
  }

  observeRequest(protocol: string, outcome: 'ok' | 'error', seconds: number): void {
    const outcomes = getOrMake(this.requests, protocol, () => new Map<'ok' | 'error', Histogram>())
    getOrMake(outcomes, outcome, () => new Histogram()).observe(seconds)
  }
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = make()))
  return value
}
