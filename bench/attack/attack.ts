/** What an attack is: what it does to a server, and what must be true of the server meanwhile and afterwards. */
import { Owner, type OwnersView } from './owner.js'
import { type Measures, Target } from './target.js'

export interface Attack {
  readonly name: string
  readonly about: string
  /** Further arguments of `polytty serve`. */
  readonly args?: readonly string[]
  /** How much the server's memory may grow meanwhile. */
  readonly maxGrowthMb: number
  /** The part of it that a short run carries out. */
  readonly shortSize: number
  /** Attacks; `size` is 1 for the bench and less for a short run. Says what became of it, and throws if it must not. */
  run(target: Target, size: number): Promise<string>
}

export interface Outcome {
  readonly attack: string
  /** What became of the attack, in words. */
  readonly fate: string
  /** Why the server did not hold; null if it did. */
  readonly fell: string | null
  readonly before: Measures
  readonly peakMb: number
  readonly after: Measures
  readonly owner: OwnersView
  readonly seconds: number
}

export async function carryOut(attack: Attack, root: string, size: number): Promise<Outcome> {
  const target = await Target.start(root, attack.args)
  try {
    const owner = await Owner.start(target)
    const before = target.measure()
    target.takePeakMb()
    const started = performance.now()
    const [fate, failure] = await attack.run(target, size).then(
      (words) => [words, null] as const,
      (error: unknown) => ['', error instanceof Error ? error.message : String(error)] as const,
    )
    const seconds = (performance.now() - started) / 1000
    const view = await owner.stop()
    const peakMb = target.takePeakMb()
    const after = target.measure()
    const fell = failure ?? weakness(attack, target, peakMb - before.rssMb, view)
    return { attack: attack.name, fate, fell, before, peakMb, after, owner: view, seconds }
  } finally {
    await target.stop()
  }
}

function weakness({ maxGrowthMb }: Attack, { alive }: Target, grownMb: number, owner: OwnersView): string | null {
  if (!alive) return 'the server died'
  if (owner.failed > 0)
    return `${owner.failed} of ${owner.requests} requests of the owner failed: ${owner.firstFailure}`
  if (grownMb > maxGrowthMb) return `memory grew by ${grownMb.toFixed(0)} MB; at most ${maxGrowthMb} are allowed`
  return null
}
