/** What a program is doing, as agents are shown it: in a few words. */
import type { ReadyState, Verdict } from '../ready/index.js'

/** States in which the program waits for someone to type. */
export const wantsInput: ReadonlySet<ReadyState> = new Set([
  ...(['line-input', 'secret-input', 'key-input', 'continuation', 'stopped'] as const),
])

/** Facts that say how a state is known, the first being the best. */
const telling = ['listens on', 'shell mark', 'system call', 'process', 'processes', 'output', 'silent']

/** What the state rests on, shortened: `vim: pselect6 terminal`. */
export function shortEvidence({ state, evidence }: Pick<Verdict, 'evidence'> & { readonly state: string }): string {
  // A prompt speaks for itself.
  if (state === 'prompt') return ''
  const best = telling.map((wanted) => evidence.find(({ fact }) => fact === wanted)).find(Boolean)
  if (!best) return ''
  if (best.fact === 'listens on') return `listens on ${best.value}`
  const attention = evidence.find(({ fact }) => fact === 'attention')
  const short = best.value
    .replace(/ (?:waits|is) in /, ': ')
    .replace(' on ', ' ')
    .replace(/, at most .*/, '')
  return attention ? `${short}, ${attention.value}` : short
}
