/** Selecting with the keyboard: towards the thing until it is selected, by the keys that move the selection. */
import { renderAnsi } from '@polytty/render'
import { hasAnswered } from './actions.js'
import { bySelection } from './locators/places.js'
import type { Query } from './locators/query.js'
import { isSelected } from './locators/state.js'
import type { TestedTerminal } from './tested-terminal.js'
import { boundsOf, type Match, type View } from './view.js'

const MAX_STEPS = 500
/** Keys that are tried where the one that should lead there does not, or where it is not known where that is. */
const others = ['Down', 'Tab', 'Up', 'Right', 'Left'] as const

type Direction = (typeof others)[number]

const selection = bySelection()

/** Null when it is selected, else why it could not be. */
export async function selectByKeys(tested: TestedTerminal, query: Query): Promise<string | null> {
  /** The keys that were pressed at each screen: where one led back to it, another is tried. */
  const pressed = new Map<string, Set<Direction>>()
  for (let step = 0; step < MAX_STEPS; step++) {
    const view = tested.view()
    const found = query.find(view, null)
    if (found.length > 1) return `${query.name} is ${found.length} things: choose one`
    const [target] = found
    if (target && isSelected(view, target)) return null
    const screen = `${renderAnsi(view.snapshot)}${JSON.stringify(view.snapshot.cursor)}`
    const here = pressed.get(screen) ?? new Set()
    const wanted = [...directions(view, target), ...others].find((key) => !here.has(key))
    if (!wanted) return `no key leads to it: ${others.filter((key) => here.has(key)).join(', ')} were tried`
    pressed.set(screen, here.add(wanted))
    const verdict = await tested.key(wanted)
    if (tested.session.exited) return `the program ended at ${wanted}`
    if (!hasAnswered(verdict)) await change(tested, view.snapshot.revision)
  }
  return `it was not selected after ${MAX_STEPS} keys`
}

/** A key whose answer is still to come gets the time for it. */
async function change({ session, settleMs }: TestedTerminal, since: number): Promise<void> {
  await session.wait({ type: 'changed', since }, { timeoutMs: settleMs })
}

/** The keys that lead from what is selected to the target, the likeliest first. */
function directions(view: View, target: Match | undefined): Direction[] {
  const [selected] = selection.find(view, null)
  if (!target || !selected) return ['Down']
  const [from, to] = [boundsOf(selected), boundsOf(target)]
  const down: Direction[] = to.row > from.row ? ['Down'] : to.row < from.row ? ['Up'] : []
  const across: Direction[] = to.col > from.col + from.width - 1 ? ['Right'] : to.col < from.col ? ['Left'] : []
  return [...down, ...across]
}
