/** In what state something on the screen is: by the element that the outline finds there. */
import { type Element, everyElement, SURE } from 'polytty/outline'
import { boundsOf, type Match, type View } from '../view.js'

export type State = 'selected' | 'checked' | 'disabled' | 'focused'

/** The innermost element that has the state, or the innermost of all, over the cells of a match. */
export function elementAt(view: View, match: Match, state?: State): Element | null {
  if (match.element) return match.element
  const over = [...everyElement(view.outline)].filter(
    (element) => element.confidence >= SURE && overlaps(element, match),
  )
  return over.findLast((element) => state !== undefined && element[state] !== undefined) ?? over.at(-1) ?? null
}

/** Whether it is in the state; null where nothing says so. */
export function stateOf(view: View, match: Match, state: State): boolean | null {
  const element = elementAt(view, match, state)
  if (element) return element[state] ?? false
  if (state !== 'selected') return null
  return isInverse(view, match) || (unsureAt(view, match).length > 0 ? false : null)
}

/** Elements over the cells of a match of which the outline is not sure. */
export function unsureAt(view: View, match: Match): Element[] {
  return [...everyElement(view.outline)].filter((element) => element.confidence < SURE && overlaps(element, match))
}

/** Selected by the outline; where it knows nothing of the place, in inverse video. */
export function isSelected(view: View, match: Match): boolean {
  const element = elementAt(view, match, 'selected')
  return element?.selected || element?.focused || isInverse(view, match)
}

function isInverse({ snapshot }: View, { spans }: Match): boolean {
  const { row, from } = spans[0]!
  return snapshot.cell(row, from).reverse
}

function overlaps(element: Element, match: Match): boolean {
  const { row, col, width, height } = boundsOf(match)
  const isAcross = element.col < col + width && col < element.col + element.width
  return isAcross && element.row < row + height && row < element.row + element.height
}
