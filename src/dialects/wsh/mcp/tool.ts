/** What a tool is: a name and words for a model, the params it takes, and the wsh methods it calls. */
import type { z } from 'zod'

/** Calls a wsh method and gives its result; failures are thrown. */
export type Ask = <T = unknown>(method: string, params: object) => Promise<T>

interface ToolSpec<P extends z.ZodType> {
  readonly name: string
  readonly description: string
  readonly params: P
  /** Changes nothing. */
  readonly readOnly?: boolean
  /** May end what cannot be had back. */
  readonly destructive?: boolean
  run(ask: Ask, params: z.output<P>): Promise<unknown>
}

/** A tool with its types folded away. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly params: z.ZodType
  readonly readOnly: boolean
  readonly destructive: boolean
  run(ask: Ask, params: unknown): Promise<unknown>
}

export function tool<P extends z.ZodType>(spec: ToolSpec<P>): Tool {
  return {
    ...spec,
    readOnly: spec.readOnly ?? false,
    destructive: spec.destructive ?? false,
    run: (ask, params) => spec.run(ask, params as z.output<P>),
  }
}
