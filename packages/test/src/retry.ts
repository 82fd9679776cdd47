/** Looking again until something holds: at each revision of the screen, each event and the exit, never by interval. */
import type { WaitOutcome } from 'polytty/sessions'
import type { Stage } from './stage.js'
import type { View } from './view.js'

export interface Tried<Result> {
  /** What was found at the last look. */
  readonly result: Result
  readonly view: View
  readonly holds: boolean
  readonly elapsedMs: number
  readonly ended: WaitOutcome['kind']
}

export async function retry<Result>(
  stage: Stage,
  look: (view: View) => Result,
  holds: (result: Result) => boolean,
  timeoutMs: number,
): Promise<Tried<Result>> {
  let last: { readonly result: Result; readonly view: View } | null = null
  const test = (): object | null => {
    const view = stage.view()
    last = { view, result: look(view) }
    return holds(last.result) ? {} : null
  }
  const { kind, elapsedMs } = await stage.session.wait({ type: 'check', test }, { timeoutMs, recheck: stage.changes })
  if (!last) test()
  return { ...last!, holds: kind === 'matched', elapsedMs, ended: kind }
}
