/**
 * One dispatcher for all dialects: looks the method up, checks params, calls the handler and turns whatever is thrown
 * into the dialect's error in one place. Knows neither sockets nor framing; peer.ts joins it to a connection.
 */
import { Budget } from '../base/budget.js'
import { CoreError, knownFailure } from '../base/core-error.js'
import type { Diagnostics } from '../base/diagnostics.js'
import type { Disposable } from '../base/disposable.js'
import { errorFields } from '../base/log.js'
import { nearest } from '../base/nearest.js'
import { nextTurn, Turns } from '../base/turns.js'
import { redactDeep } from '../redaction/deep.js'
import type { Redactor } from '../redaction/redactor.js'
import type { Incoming, IncomingMessage, Request, RequestId } from '../wire/json-rpc.js'
import { stringifyJson } from '../wire/json-text.js'
import { stringifyMessage } from '../wire/large-ids.js'
import type { Core } from './core.js'
import type { Call, EventParams, EventSpec, Method } from './define.js'
import { RequestReport } from './request-report.js'

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
  /** An event as a message; `about` is what the protocol puts around it, such as the session. */
  event?(event: EventSpec, params: object, about: object): object
  /** Called before every method; throws to refuse it (authentication, a closed server). */
  admit?(context: C, method: string, params: unknown): void
  /** How many items a message of this client may have; any number if absent. */
  maxItems?(context: C): number
  /** Something to hold while a method runs, until its answer is on its way. */
  around?(context: C, method: string): Disposable | null
}

/** The answers to a message, and what is to happen once they are sent. */
export interface Answers {
  readonly texts: readonly string[]
  readonly afterwards: readonly (() => void)[]
}

/** Where the answers to a message go, one by one, as they are done. */
export interface Outlet {
  /** Takes an answer; false when it does not fit. What has to be sent always fits. */
  put(reply: AnswerText, hasTo: boolean): boolean
  /** Waits until there is room for more; null when there is. */
  room(): Promise<unknown> | null
}

export interface AnswerText {
  readonly text: string
  readonly afterwards: readonly (() => void)[]
}

/** Characters that the answers to one message may have together, where they are sent as one. */
const MAX_ANSWER_CHARS = 64 * 1024 * 1024

/** An answer, and what is to happen once it is sent. */
export interface Reply {
  readonly body: object
  readonly afterwards: readonly (() => void)[]
}

/** A method that is to be carried out. */
export type Asked = Pick<Request, 'method' | 'params'>

/** What became of a method. */
export type Outcome = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: CoreError }

export interface DispatcherOptions {
  /** Check results against their declarations as well: for tests. */
  readonly checkResults?: boolean
  /** Takes secrets out of everything that is answered or sent. */
  readonly redactor?: Redactor | null
  /** Called with failures that are ours, not the client's. */
  readonly onInternalError?: (error: unknown, method: string) => void
  /** Where requests and failures are reported; nowhere if absent. */
  readonly diagnostics?: Diagnostics
  /** Whose turn it is, among all that share the thread. */
  readonly turns?: Turns
  /** Whose inputs are looked at by the operator; no one's if absent. */
  readonly core?: Pick<Core, 'inputs'>
  /** Opens the sessions on other machines that params name; null where there are none. */
  readonly openNamed?: (params: unknown) => Promise<unknown> | null
  /** What answers weigh while they are put together, of all clients. */
  readonly answers?: Budget
}

export class Dispatcher<C> {
  /** Whoever has requests to answer asks here before each of them. */
  readonly turns: Turns
  private readonly methods: ReadonlyMap<string, Method<C>>
  private readonly answers: Budget
  private readonly report: RequestReport | null

  constructor(
    readonly dialect: Dialect<C>,
    private readonly options: DispatcherOptions = {},
  ) {
    this.methods = new Map(dialect.methods.map((method) => [method.name, method]))
    this.turns = options.turns ?? new Turns()
    this.report = options.diagnostics ? new RequestReport(dialect.name, options.diagnostics) : null
    this.answers = options.answers ?? new Budget(Number.POSITIVE_INFINITY)
  }

  /** Takes a message apart; one with more items than this client may send is one fault. */
  parse(text: string, context: C): IncomingMessage {
    const message = this.dialect.parse(text)
    const most = this.dialect.maxItems?.(context) ?? Number.POSITIVE_INFINITY
    return message.items.length <= most ? message : { batch: false, items: [tooMany(most)] }
  }

  /** Answers all items of a message, to be sent as one. What goes beyond the bound of one message is an error. */
  async answerAll(items: readonly Incoming[], context: C, signal: AbortSignal): Promise<Answers> {
    const share = this.answers.open()
    const answers = { texts: [] as string[], afterwards: [] as (() => void)[] }
    let chars = 0
    const put = ({ text, afterwards }: AnswerText, hasTo: boolean): boolean => {
      const sum = chars + text.length
      if (!hasTo && (sum > MAX_ANSWER_CHARS || !share.hold(sum))) return false
      chars = sum
      answers.texts.push(text)
      answers.afterwards.push(...afterwards)
      return true
    }
    await this.answerEach(items, context, signal, { put, room: () => null })
    share.dispose()
    return answers
  }

  /**
   * Answers the items of a message one after another, in turns with others; one that waits holds up none. Once an
   * answer does not fit, what was not begun is not carried out. The caller has taken the first turn.
   */
  async answerEach(items: readonly Incoming[], context: C, signal: AbortSignal, outlet: Outlet): Promise<void> {
    let full = false
    const refuse = (item: Incoming): void => {
      const body = this.dialect.error(idOf(item), tooLarge(), context)
      outlet.put({ text: stringifyMessage(body), afterwards: [] }, true)
    }
    const run = async (item: Incoming): Promise<void> => {
      const reply = await this.answer(item, context, signal)
      if (!reply) return
      const text = asText(reply.body)
      if (text !== null && outlet.put({ text, afterwards: reply.afterwards }, false)) return
      full = true
      runAll(reply.afterwards)
      refuse(item)
    }
    const running: Promise<void>[] = []
    for (const [index, item] of items.entries()) {
      await outlet.room()
      if (index > 0) await this.turns.take(true)
      if (full && expectsAnswer(item)) {
        refuse(item)
        continue
      }
      const work = run(item)
      running.push(work)
      if (items.length > 1) await Promise.race([work, nextTurn()])
    }
    await Promise.all(running)
  }

  /** Answers one item of a message; null for a notification, whose outcome no one sees. */
  async answer(item: Incoming, context: C, signal: AbortSignal): Promise<Reply | null> {
    if (item.kind === 'fault')
      return { body: this.redact(this.dialect.error(item.id, item.error, context)), afterwards: [] }
    const { request } = item
    const afterwards: (() => void)[] = []
    const outcome = await this.call(request, context, { signal, afterReply: (action) => afterwards.push(action) })
    const { id, method } = request
    if (id === undefined) return runAll(afterwards)
    const body = outcome.ok
      ? this.dialect.result(request, outcome.value, context)
      : this.dialect.error(id, outcome.error, context, method)
    return { body: this.redact(body), afterwards }
  }

  /** What clients get to see of a message. */
  redact<T>(body: T): T {
    return redactDeep(body, this.options.redactor ?? null)
  }

  /** An event as the text that a client gets. */
  encodeEvent<E extends EventSpec>(event: E, params: EventParams<E>, about: object): string {
    if (this.options.checkResults) this.checkEvent(event, params)
    const body = this.dialect.event?.(event, params as object, about)
    if (!body) throw new Error(`${this.dialect.name} has no events`)
    return stringifyJson(this.redact(body))
  }

  /** Notes a failure that is ours, not the client's. */
  reportFailure(error: unknown, where: string): void {
    const { diagnostics } = this.options
    diagnostics?.log.error('failure inside the server', { where, ...errorFields(error) })
    this.options.onInternalError?.(error, where)
  }

  /** Names the connection that a client is on, for the log. */
  identify(client: C, connection: number): void {
    this.report?.identify(client as object, connection)
  }

  /** Carries out a method: its result, or why there is none. Nothing is put into a message or redacted. */
  async call(asked: Asked, context: C, call: Call): Promise<Outcome> {
    const done = this.report?.begin(asked.method, context as object)
    const outcome = await this.carryOut(asked, context, call)
    done?.(outcome.ok ? null : outcome.error)
    return outcome
  }

  private async carryOut({ method: name, params }: Asked, context: C, call: Call): Promise<Outcome> {
    const held = this.dialect.around?.(context, name)
    try {
      this.dialect.admit?.(context, name, params)
      const method = this.methods.get(name)
      if (!method) throw this.unknownMethod(name)
      const opening = this.options.openNamed?.(params)
      if (opening) await opening
      const invoke = (): unknown => method.invoke(context, params, call)
      const typist = { name: this.dialect.name, tool: name, abort: call.signal }
      const { inputs } = this.options.core ?? {}
      const value = await (inputs ? inputs.as(typist, invoke) : invoke())
      if (this.options.checkResults) this.checkResult(method, value)
      return { ok: true, value }
    } catch (error) {
      return { ok: false, error: this.asCoreError(error, name, call.signal) }
    } finally {
      if (held) call.afterReply(() => held.dispose())
    }
  }

  private asCoreError(error: unknown, method: string, signal: AbortSignal): CoreError {
    const known = knownFailure(error)
    if (known) return known
    if (signal.aborted && error === signal.reason) return new CoreError('wait-cancelled', 'the client has gone')
    this.reportFailure(error, method)
    const reason = error instanceof Error ? error.message : String(error)
    return new CoreError('internal', `internal error in ${method}: ${reason}`, {}, { cause: error })
  }

  private checkResult(method: Method<C>, value: unknown): void {
    const checked = method.result.safeParse(value)
    if (!checked.success) throw new Error(`result of ${method.name} breaks its declaration: ${checked.error.message}`)
  }

  private checkEvent(event: EventSpec, params: unknown): void {
    const checked = event.params.safeParse(params)
    if (checked.success) return
    this.reportFailure(new Error(`${event.name} breaks its declaration: ${checked.error.message}`), event.name)
  }

  private unknownMethod(name: string): CoreError {
    const near = nearest(name, [...this.methods.keys()])
    const hint = near ? `; did you mean ${near}?` : ''
    return new CoreError('unknown-method', `unknown method: ${name}${hint}`, { method: name })
  }
}

/** Null for what is longer than a text can be. */
function asText(body: object): string | null {
  try {
    return stringifyMessage(body)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function expectsAnswer(item: Incoming): boolean {
  return item.kind === 'fault' || item.request.id !== undefined
}

function idOf(item: Incoming): RequestId {
  return item.kind === 'fault' ? item.id : (item.request.id ?? null)
}

function tooMany(most: number): Incoming {
  const reason = `before authentication a batch holds at most ${most} requests`
  return { kind: 'fault', id: null, error: new CoreError('not-authenticated', reason, { limit: most }) }
}

function tooLarge(): CoreError {
  return new CoreError(
    'resource-limit',
    'the answers to this message are larger than one message may be: ask for less at a time',
    {
      limit: MAX_ANSWER_CHARS,
    },
  )
}

function runAll(actions: readonly (() => void)[]): null {
  for (const action of actions) action()
  return null
}
