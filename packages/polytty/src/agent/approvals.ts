/** Inputs that someone has to agree to before they are typed: those that match the operator's patterns. */
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { deferred } from '../base/deferred.js'
import { Emitter } from '../base/emitter.js'
import { compilePattern, type Pattern } from '../text/pattern.js'

export interface PendingInput {
  readonly id: string
  readonly session: string
  readonly input: string
}

export type Decision = 'approved' | 'denied' | 'unanswered'

const MAX_PENDING = 100
/** How long an agent waits for someone. */
const MAX_WAIT_MS = 600_000

interface Asked extends PendingInput {
  decide(decision: Decision): void
}

export class Approvals {
  /** Someone is asked. */
  readonly onAsked = new Emitter<PendingInput>()
  private readonly patterns: readonly Pattern[]
  private readonly asked = new Map<string, Asked>()
  private count = 0

  constructor(
    patterns: readonly string[],
    private readonly clock: Clock,
  ) {
    this.patterns = patterns.map((pattern) => compilePattern(pattern))
  }

  get pending(): readonly PendingInput[] {
    return [...this.asked.values()].map(({ id, session, input }) => ({ id, session, input }))
  }

  /** Whether a pattern matches something that ends in the input, after what was typed `before` it in the same line. */
  needed(input: string, before = ''): boolean {
    const line = before + input
    return this.patterns.some((pattern) => {
      const { index, text } = pattern.findAll(line).at(-1) ?? { index: 0, text: '' }
      return text !== '' && index + text.length > before.length
    })
  }

  /** Waits until someone has decided, whoever asked goes away, or it has been long enough. */
  async ask(session: string, input: string, abort?: AbortSignal): Promise<Decision> {
    if (this.asked.size >= MAX_PENDING)
      throw new CoreError('resource-limit', `${MAX_PENDING} inputs are already waiting for approval`)
    const id = String(++this.count)
    const decided = deferred<Decision>()
    const give = (): void => decided.resolve('unanswered')
    abort?.addEventListener('abort', give, { once: true })
    const patience = this.clock.after(MAX_WAIT_MS, give)
    this.asked.set(id, { id, session, input, decide: decided.resolve })
    this.onAsked.emit({ id, session, input })
    try {
      return await (abort?.aborted ? 'unanswered' : decided.promise)
    } finally {
      abort?.removeEventListener('abort', give)
      patience.dispose()
      this.asked.delete(id)
    }
  }

  decide(id: string, decision: 'approved' | 'denied'): void {
    const one = this.asked.get(id)
    if (!one) {
      const ids = [...this.asked.keys()].join(', ') || 'none'
      throw new CoreError('not-found', `no input ${JSON.stringify(id)} is waiting for approval; available: ${ids}`)
    }
    one.decide(decision)
  }
}
