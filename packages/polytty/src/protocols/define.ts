/**
 * A method or event of a dialect, declared once. From the declaration come the types, the validation, the reference
 * page, the JSON Schema and, through its examples, conformance cases. Handlers translate words and call the core.
 */
import type { z } from 'zod'
import { CoreError, type CoreErrorCode } from '../base/core-error.js'

/** What a handler knows of the request besides its params. */
export interface Call {
  /** Aborted when the client has gone: waits end then. */
  readonly signal: AbortSignal
  /** Runs `action` once the answer is on its way, so that the answer precedes what it causes. */
  afterReply(action: () => void): void
}

/** A request and its answer; `$session` stands for a live session's id, `$any` for whatever comes. */
export interface Example {
  readonly about?: string
  readonly params: unknown
  readonly result?: unknown
  /** The dialect's own code, where the example shows a failure. */
  readonly error?: number | string
  /** Programs without which it shows something else. */
  readonly needs?: readonly string[]
}

export interface MethodSpec<C, P extends z.ZodType, R extends z.ZodType> {
  readonly name: string
  readonly summary: string
  readonly params: P
  readonly result: R
  readonly errors?: readonly CoreErrorCode[]
  readonly examples: readonly Example[]
  /** Where we depart from the protocol's document, and why. */
  readonly deviation?: string
  handler(context: C, params: z.output<P>, call: Call): z.input<R> | Promise<z.input<R>>
}

/** A declared method with its types folded away, ready for a dispatcher. */
export interface Method<C> {
  readonly name: string
  readonly summary: string
  readonly params: z.ZodType
  readonly result: z.ZodType
  readonly errors: readonly CoreErrorCode[]
  readonly examples: readonly Example[]
  readonly deviation: string | null
  invoke(context: C, params: unknown, call: Call): unknown
}

export interface EventSpec<N extends string = string, P extends z.ZodType = z.ZodType> {
  readonly name: N
  readonly summary: string
  readonly params: P
  readonly deviation?: string
}

/** What an event carries. */
export type EventParams<E extends EventSpec> = z.input<E['params']>

/** An event that happened. */
export interface Notification<E extends EventSpec = EventSpec> {
  readonly event: E
  readonly params: EventParams<E>
}

/** Declares an event; its types are what `notify` is checked against. */
export function event<const N extends string, P extends z.ZodType>(spec: EventSpec<N, P>): EventSpec<N, P> {
  return spec
}

export function notification<E extends EventSpec>(event: E, params: EventParams<E>): Notification<E> {
  return { event, params }
}

/** The `method()` of a dialect whose handlers get a context of type C. */
export function methodsFor<C>() {
  return <P extends z.ZodType, R extends z.ZodType>(spec: MethodSpec<C, P, R>): Method<C> => ({
    ...spec,
    errors: spec.errors ?? [],
    deviation: spec.deviation ?? null,
    invoke: (context, params, call) => spec.handler(context, checkParams(spec.params, params), call),
  })
}

/** Params as the schema has them, or an error that names each path that is wrong. Absent params are an empty object. */
export function checkParams<P extends z.ZodType>(schema: P, params: unknown): z.output<P> {
  const checked = schema.safeParse(params ?? {})
  if (checked.success) return checked.data
  const issues = checked.error.issues.slice(0, 5).map((issue) => ({
    path: issue.path.map(String).join('.'),
    message: issue.message,
  }))
  const text = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ')
  throw new CoreError('invalid-params', `Invalid params: ${text}`, { issues })
}
