/** What a plugin's worker is asked and what it answers. */
export type WorkerRequest =
  | {
      readonly op: 'load'
      readonly state: number
      readonly source: string
      readonly chunkName: string
      readonly permissions: readonly string[]
    }
  | {
      readonly op: 'call'
      readonly state: number
      readonly name: string
      readonly input: unknown
      /** A second argument: what the session looks like, for functions whose input is the client's. */
      readonly context: unknown
      /** A member of the input: was it looked at? */
      readonly watch: string | null
    }
  | { readonly op: 'drop'; readonly state: number }

export type WorkerReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'printed'; readonly chunkName: string; readonly line: string }
  | { readonly kind: 'done'; readonly value: unknown }
  /** `spent`: the worker's memory is in disorder, and it must not be used again. */
  | { readonly kind: 'failed'; readonly message: string; readonly spent: boolean }
