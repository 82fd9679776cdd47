/** Waiting for a matcher as clients write it, predicates of plugins included; what does not match is an error here. */
import type { Clock } from '../../base/clock.js'
import { CoreError } from '../../base/core-error.js'
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
      // Also a wait that only looks once hears what its predicates say.
      if (!predicates.settled) await unlessAborted(predicates.settle(), abort)
      const left = Math.max(0, timeoutMs - elapsedMs())
      const outcome = await predicates.look(() =>
        view.session.wait(matcher, { timeoutMs: left, abort, recheck: predicates.onAnswer }),
      )
      if (outcome.kind === 'matched') return { ...outcome, elapsedMs: elapsedMs() }
      if (outcome.kind === 'timeout') throw new CoreError('wait-timeout', 'timed out waiting for matcher')
      if (outcome.kind === 'cancelled' && abort.aborted) throw cancelled()
      // The last screen came with the exit: the predicates have not seen it yet.
      if (outcome.kind !== 'exited' || predicates.settled) throw new CoreError('session-exited', 'session is closed')
    }
  } finally {
    predicates.dispose()
  }
}

function cancelled(): CoreError {
  return new CoreError('wait-cancelled', 'wait cancelled')
}

/** The work's end or the abort, whichever comes first. */
async function unlessAborted(work: Promise<void>, abort: AbortSignal): Promise<void> {
  if (abort.aborted) throw cancelled()
  let stop = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(cancelled())
    abort.addEventListener('abort', stop, { once: true })
  })
  await Promise.race([work, aborted]).finally(() => abort.removeEventListener('abort', stop))
}
