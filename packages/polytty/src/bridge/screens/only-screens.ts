/** What drivers of terminals have in common whose screens alone can be read. */
import type { BridgeGap } from '../../session/pty/port.js'
import type { Bridge } from '../source.js'

export function onlyScreens(kind: string, { polled }: { readonly polled: boolean }, ...further: BridgeGap[]): Bridge {
  const unsupported: BridgeGap[] = ['raw-output', 'mouse', 'exit-status', 'resize', 'create', ...further]
  return { kind, grade: 'screens', polled, unsupported }
}
