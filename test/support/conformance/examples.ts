/** The examples of a dialect's declarations as test cases: what to send, and what must come back. */
import type { Method } from '../../../packages/polytty/src/protocols/define.js'

export interface ExampleCase {
  readonly id: string
  readonly title: string
  readonly method: string
  readonly params: unknown
  /** `{ result }` or `{ error: { code } }`. */
  readonly expected: object
  readonly needs: readonly string[]
}

export function examplesOf<C>(dialect: { readonly methods: readonly Method<C>[] }): ExampleCase[] {
  return dialect.methods.flatMap(({ name, examples }) =>
    examples.map((example, index) => ({
      id: `${name}-${index}`,
      title: `${name} ${example.about ?? index + 1}`,
      method: name,
      params: example.params,
      expected: 'error' in example ? { error: { code: example.error } } : { result: example.result },
      needs: example.needs ?? [],
    })),
  )
}
