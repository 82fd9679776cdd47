/** Requests from node to node: JSON there and back, failures included. */
import type { Msg, NatsConnection, RequestError } from '@nats-io/transport-node'
import { CoreError, type CoreErrorCode, coreErrorCodes, knownFailure } from '../base/core-error.js'
import { formatTraceparent, type OpenSpan, parseTraceparent, type Spans } from '../base/spans.js'
import type { Connection } from './connection.js'

export type Request = { readonly op: string } & Readonly<Record<string, unknown>>

interface Failure {
  readonly code: string
  readonly message: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** There is no one to answer, as NATS reports at once. */
export class NobodyThere extends Error {}

/** No answer came in time, so that no one knows whether it was done. */
export class NoAnswer extends Error {}

export async function ask<T>(
  { nc, spans }: Connection,
  subject: string,
  request: Request,
  timeout: number,
): Promise<T> {
  const span = spans.begin({ name: `fleet ${request.op}`, kind: 'client', attributes: { 'messaging.system': 'nats' } })
  try {
    return await send<T>(nc, subject, request, timeout, span)
  } catch (error) {
    span?.end(error instanceof CoreError ? error.code : 'no-answer')
    throw error
  }
}

async function send<T>(
  nc: NatsConnection,
  subject: string,
  request: Request,
  timeout: number,
  span: OpenSpan | null,
): Promise<T> {
  const text = JSON.stringify(span ? { ...request, trace: formatTraceparent(span.context) } : request)
  const reply = await nc.request(subject, text, { timeout }).catch(explain)
  const { value, error } = reply.json<{ value?: T; error?: Failure }>()
  if (error) throw new CoreError(codeOf(error.code), error.message, error.data)
  span?.end(null)
  return value as T
}

/** Serves a subject until the connection ends or the returned handle is disposed. */
export function serve(
  { nc, spans }: Connection,
  subject: string,
  handle: (request: Request) => unknown,
): { dispose(): void } {
  const subscription = nc.subscribe(subject, {
    callback: (failure, message) => {
      if (!failure) void answer(message, (request) => traced(spans, request, handle))
    },
  })
  return { dispose: () => subscription.unsubscribe() }
}

async function answer(message: Msg, handle: (request: Request) => unknown): Promise<void> {
  let text: string
  try {
    text = JSON.stringify({ value: (await handle(message.json<Request>())) ?? null })
  } catch (error) {
    const { code, message: reason, data } = knownFailure(error) ?? new CoreError('internal', (error as Error).message)
    text = JSON.stringify({ error: { code, message: reason, data } })
  }
  message.respond(text)
}

async function traced(spans: Spans, request: Request, handle: (request: Request) => unknown): Promise<unknown> {
  const parent = typeof request.trace === 'string' ? parseTraceparent(request.trace) : null
  const span = spans.begin({ name: `fleet ${request.op}`, kind: 'server', attributes: {} }, parent)
  try {
    const value = await handle(request)
    span?.end(null)
    return value
  } catch (error) {
    span?.end(knownFailure(error)?.code ?? 'internal')
    throw error
  }
}

function explain(error: Error): never {
  if ((error as Partial<RequestError>).isNoResponders?.()) throw new NobodyThere()
  throw new NoAnswer(error.message)
}

function codeOf(code: string): CoreErrorCode {
  return coreErrorCodes.find((known) => known === code) ?? 'internal'
}
