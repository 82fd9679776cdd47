/** Waiting for a matcher as clients write it, predicates of plugins included; what does not match is an error here. */
import type { Clock } from '../../base/clock.js'
import { CoreError } from '../../base/core-error.js'
import { deferred } from '../../base/deferred.js'
import type { WaitOutcome } from '../../wait/index.js'
import { compileMatcher, type MatcherParam } from './matchers.js'
import type { PluginRegistry } from './plugins/plugin-registry.js'
import { Predicates } from './predicates.js'
import type { SessionView } from './session-view.js'

type Matched = Extract<WaitOutcome, { kind: 'matched' }>

export interface WaitTools {
  readonly plugins: PluginRegistry
  readonly clock: Clock
  readonly abort: AbortSignal
}

/** How long predicates may take to look for the first time, even if the wait itself is shorter. */
const FIRST_LOOK_MS = 2000

export async function waitFor(
  view: SessionView,
  param: MatcherParam,
  timeoutMs: number,
  { plugins, clock, abort }: WaitTools,
): Promise<Matched> {
  const startedAt = clock.monotonic()
  const elapsedMs = (): number => clock.monotonic() - startedAt
  const predicates = new Predicates(view, plugins, clock)
  const matcher = compileMatcher(param, (value) => predicates.matcher(value))
  try {
    for (;;) {
      // Also a wait that only looks once gets the answer of its predicates.
      if (!predicates.isCurrent)
        await updateWithin(predicates, Math.max(timeoutMs - elapsedMs(), FIRST_LOOK_MS), clock, abort)
      const left = Math.max(0, timeoutMs - elapsedMs())
      const outcome = await predicates.look(() =>
        view.session.wait(matcher, { timeoutMs: left, abort, recheck: predicates.onAnswer }),
      )
      if (outcome.kind === 'matched') return { ...outcome, elapsedMs: elapsedMs() }
      if (outcome.kind === 'timeout') throw new CoreError('wait-timeout', 'timed out waiting for matcher')
      if (outcome.kind === 'cancelled' && abort.aborted) throw new CoreError('wait-cancelled', 'wait cancelled')
      // The last screen came with the exit: the predicates have not seen it yet.
      const isOver = outcome.kind !== 'exited' || predicates.isCurrent || elapsedMs() >= timeoutMs
      if (isOver) throw new CoreError('session-exited', 'session is closed')
    }
  } finally {
    predicates.dispose()
  }
}

/** Until the predicates have answered, the time is up, or no one waits any more. */
async function updateWithin(predicates: Predicates, ms: number, clock: Clock, abort: AbortSignal): Promise<void> {
  const over = deferred<void>()
  const end = (): void => over.resolve()
  const timer = clock.after(ms, end)
  abort.addEventListener('abort', end, { once: true })
  if (abort.aborted) end()
  await Promise.race([predicates.update(), over.promise])
  timer.dispose()
  abort.removeEventListener('abort', end)
}
