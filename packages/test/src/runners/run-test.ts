/** What every runner does with a test: opens a kit, runs the body, ends the kit, and fails with what came first. */
import { link } from '../failure.js'
import { Kit, type KitEnd, type TestPlace } from '../kit.js'
import type { LaunchOptions } from '../options.js'
import type { UpdateMode } from '../snapshots/store.js'
import type { Terminal } from '../terminal.js'

/** What a test gets. */
export interface Fixtures {
  /** With the program of `test.use` started; without one, what `terminal.launch` starts. */
  readonly terminal: Terminal
  /** A further terminal. */
  readonly launch: Kit['launch']
}

export type TestBody = (fixtures: Fixtures) => unknown

/** What a test has left for whoever reads the results. */
export interface Leavings extends Pick<KitEnd, 'attachments' | 'isNamed'> {
  readonly notes: readonly string[]
}

export async function runTest(
  place: TestPlace,
  options: LaunchOptions,
  body: TestBody,
  report: (left: Leavings) => void,
): Promise<void> {
  const kit = new Kit(place, options)
  let failure: { readonly error: unknown } | null = null
  try {
    await body({ terminal: await kit.open(), launch: kit.launch })
  } catch (error) {
    failure = { error }
  }
  try {
    const end = await kit.end(failure !== null)
    report({ ...end, notes: kit.notes })
    failure ??= ofSoft(end.failures)
  } catch (error) {
    failure ??= { error }
  }
  if (failure) throw failure.error
}

/** The failures of soft expectations as one. */
export function ofSoft(failures: readonly Error[]): { readonly error: Error } | null {
  const [first, ...others] = failures
  if (!first) return null
  if (others.length === 0) return { error: first }
  const message = `${failures.length} soft expectations failed:\n\n${failures.map((one) => one.message).join('\n\n')}`
  return { error: new AggregateError(failures, message) }
}

/** Attachments and notes as lines, for runners that have no place for them. */
export function leavingLines({ attachments, isNamed, notes }: Leavings): string[] {
  const files = isNamed ? [] : attachments.map((path) => `artifact: ${link(path)}`)
  return [...notes.map((text) => `note: ${text}`), ...files]
}

/** What runners call their update modes. */
export function updateModeOf(word: unknown): UpdateMode | null {
  if (word === 'new') return 'missing'
  return word === 'all' || word === 'changed' || word === 'missing' || word === 'none' ? word : null
}
