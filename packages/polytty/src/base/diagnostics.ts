/** What everything that serves is given to report with: the log, the figures, the spans and the clock of one server. */
import { type Clock, systemClock } from './clock.js'
import { Figures } from './figures.js'
import { type Log, silentLog } from './log.js'
import { Spans } from './spans.js'

export interface Diagnostics {
  readonly log: Log
  readonly figures: Figures
  readonly spans: Spans
  readonly clock: Clock
}

export function createDiagnostics(log: Log = silentLog, clock: Clock = systemClock): Diagnostics {
  return { log, figures: new Figures(), spans: new Spans(clock), clock }
}
