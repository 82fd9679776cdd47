/** Requests from node to node: JSON there and back, failures included. */
import type { Msg, RequestError } from '@nats-io/transport-node'
import { CoreError, type CoreErrorCode, coreErrorCodes, knownFailure } from '../base/core-error.js'
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

export async function ask<T>({ nc }: Connection, subject: string, request: Request, timeout: number): Promise<T> {
  const reply = await nc.request(subject, JSON.stringify(request), { timeout }).catch(explain)
  const { value, error } = reply.json<{ value?: T; error?: Failure }>()
  if (error) throw new CoreError(codeOf(error.code), error.message, error.data)
  return value as T
}

/** Serves a subject until the connection ends or the returned handle is disposed. */
export function serve({ nc }: Connection, subject: string, handle: (request: Request) => unknown): { dispose(): void } {
  const subscription = nc.subscribe(subject, {
    callback: (failure, message) => {
      if (!failure) void answer(message, handle)
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

function explain(error: Error): never {
  if ((error as Partial<RequestError>).isNoResponders?.()) throw new NobodyThere()
  throw new NoAnswer(error.message)
}

function codeOf(code: string): CoreErrorCode {
  return coreErrorCodes.find((known) => known === code) ?? 'internal'
}
