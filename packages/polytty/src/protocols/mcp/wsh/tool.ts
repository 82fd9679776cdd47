/** What a tool is: a name and words for a model, the params it takes, and the wsh methods it calls. */
import { z } from 'zod'

/** Calls a wsh method and gives its result; failures are thrown. */
export type Ask = <T = unknown>(method: string, params: object) => Promise<T>

interface ToolSpec<P extends z.ZodObject> {
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

/** A result that says what did not come about, for the model to read and do better. */
export class Shortfall {
  constructor(readonly body: object) {}
}

const server = z.string().optional().describe('Hostname of the server that is meant: this one, if absent.')

export function tool<P extends z.ZodObject>(spec: ToolSpec<P>): Tool {
  return {
    ...spec,
    params: spec.params.extend({ server }),
    readOnly: spec.readOnly ?? false,
    destructive: spec.destructive ?? false,
    run: (ask, params) => spec.run(ask, params as z.output<P>),
  }
}
