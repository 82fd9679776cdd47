/** Looking again until something holds: at each revision of the screen, each event and the exit, never by interval. */
import type { WaitOutcome } from 'polytty/sessions'
import type { TestedTerminal } from './tested-terminal.js'
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
  tested: TestedTerminal,
  look: (view: View) => Result,
  holds: (result: Result) => boolean,
  timeoutMs: number,
): Promise<Tried<Result>> {
  let last: { readonly result: Result; readonly view: View } | null = null
  const test = (): object | null => {
    const view = tested.view()
    last = { view, result: look(view) }
    return holds(last.result) ? {} : null
  }
  const { kind, elapsedMs } = await tested.session.wait({ type: 'check', test }, { timeoutMs, recheck: tested.changes })
  if (!last) test()
  return { ...last!, holds: kind === 'matched', elapsedMs, ended: kind }
}
