/**
 * One dispatcher for all dialects: looks the method up, checks params, calls the handler and turns whatever is thrown
 * into the dialect's error in one place. Knows neither sockets nor framing; peer.ts joins it to a connection.
 */
import { CoreError } from '../base/core-error.js'
import type { Disposable } from '../base/disposable.js'
import type { Redactor } from '../text/redact.js'
import { redactDeep } from '../text/redact-deep.js'
import type { Incoming, IncomingMessage, Request, RequestId } from '../wire/json-rpc.js'
import type { Call, EventSpec, Method } from './define.js'

export interface Dialect<C> {
  readonly name: string
  readonly methods: readonly Method<C>[]
  readonly events: readonly EventSpec[]
  /** 'serial': a connection's requests are answered in order; 'concurrent': each as soon as it is done. */
  readonly order: 'serial' | 'concurrent'
  /** Takes a message apart; what is malformed becomes a fault to be answered. */
  parse(text: string): IncomingMessage
  result(request: Request, value: unknown, context: C): object
  /** `method` is what was asked for, as far as that was understood. */
  error(id: RequestId, error: CoreError, context: C, method?: string): object
  /** Called before every method; throws to refuse it (authentication, a closed server). */
  admit?(context: C, method: string, params: unknown): void
  /** Something to hold while a method runs, until its answer is on its way. */
  around?(context: C, method: string): Disposable | null
}

/** The answers to a message, and what is to happen once they are sent. */
export interface Answers {
  readonly texts: readonly string[]
  readonly afterwards: readonly (() => void)[]
}

/** Characters that the answers to one message may have together. */
const MAX_ANSWER_CHARS = 64 * 1024 * 1024

/** An answer, and what is to happen once it is sent. */
export interface Reply {
  readonly body: object
  readonly afterwards: readonly (() => void)[]
}

export interface DispatcherOptions {
  /** Check results against their declarations as well: for tests. */
  readonly checkResults?: boolean
  /** Takes secrets out of everything that is answered or told. */
  readonly redactor?: Redactor | null
  /** Hears of failures that are ours, not the client's. */
  readonly onInternalError?: (error: unknown, method: string) => void
}

export class Dispatcher<C> {
  private readonly methods: ReadonlyMap<string, Method<C>>

  constructor(
    readonly dialect: Dialect<C>,
    private readonly options: DispatcherOptions = {},
  ) {
    this.methods = new Map(dialect.methods.map((method) => [method.name, method]))
  }

  /**
   * Answers all items of a message, as text. Each becomes text as soon as it is done, so that large ones do not pile up
   * as objects; what goes beyond the bound of one message is replaced by an error.
   */
  async answerAll(items: readonly Incoming[], context: C, signal: AbortSignal): Promise<Answers> {
    let left = MAX_ANSWER_CHARS
    const afterwards: (() => void)[] = []
    const texts = await Promise.all(
      items.map(async (item) => {
        const reply = await this.answer(item, context, signal)
        if (!reply) return null
        afterwards.push(...reply.afterwards)
        const text = JSON.stringify(reply.body)
        left -= text.length
        return left >= 0 ? text : JSON.stringify(this.dialect.error(idOf(item), tooLarge(), context))
      }),
    )
    return { texts: texts.filter((text) => text !== null), afterwards }
  }

  /** Answers one item of a message; null for a notification, whose outcome nobody hears. */
  async answer(item: Incoming, context: C, signal: AbortSignal): Promise<Reply | null> {
    if (item.kind === 'fault')
      return { body: this.veil(this.dialect.error(item.id, item.error, context)), afterwards: [] }
    const { request } = item
    const afterwards: (() => void)[] = []
    const held = this.dialect.around?.(context, request.method)
    const body = await this.run(request, context, { signal, afterReply: (action) => afterwards.push(action) })
    if (held) afterwards.push(() => held.dispose())
    return request.id === undefined ? runAll(afterwards) : { body: this.veil(body), afterwards }
  }

  /** What clients get to see of a message. */
  veil(body: object): object {
    return redactDeep(body, this.options.redactor ?? null)
  }

  private async run(request: Request, context: C, call: Call): Promise<object> {
    try {
      this.dialect.admit?.(context, request.method, request.params)
      const method = this.methods.get(request.method)
      if (!method) throw this.unknownMethod(request.method)
      const value = await method.invoke(context, request.params, call)
      if (this.options.checkResults) this.checkResult(method, value)
      return this.dialect.result(request, value, context)
    } catch (error) {
      const { id = null, method } = request
      return this.dialect.error(id, this.asCoreError(error, method), context, method)
    }
  }

  private asCoreError(error: unknown, method: string): CoreError {
    if (error instanceof CoreError) return error
    this.options.onInternalError?.(error, method)
    const reason = error instanceof Error ? error.message : String(error)
    return new CoreError('internal', `internal error in ${method}: ${reason}`, {}, { cause: error })
  }

  private checkResult(method: Method<C>, value: unknown): void {
    const checked = method.result.safeParse(value)
    if (!checked.success) throw new Error(`result of ${method.name} breaks its declaration: ${checked.error.message}`)
  }

  private unknownMethod(name: string): CoreError {
    const near = nearest(name, [...this.methods.keys()])
    const hint = near ? `; did you mean ${near}?` : ''
    return new CoreError('unknown-method', `unknown method: ${name}${hint}`, { method: name })
  }
}

function idOf(item: Incoming): RequestId {
  return item.kind === 'fault' ? item.id : (item.request.id ?? null)
}

function tooLarge(): CoreError {
  return new CoreError(
    'resource-limit',
    'the answers to this message are larger than one message may be: ask for less',
    {
      limit: MAX_ANSWER_CHARS,
    },
  )
}

function runAll(actions: readonly (() => void)[]): null {
  for (const action of actions) action()
  return null
}

/** The known name closest to what was typed, if it is close enough to be a slip. */
export function nearest(name: string, known: readonly string[]): string | null {
  let best: string | null = null
  let bestDistance = Math.max(2, Math.floor(name.length / 4)) + 1
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      current.push(Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + same))
    }
    previous = current
  }
  return previous[b.length]!
}
