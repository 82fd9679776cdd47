/** Matchers of what locators find: whether it is there, what it says, how it looks, in what state it is. */

import { Locator } from '../locator.js'
import { writtenCells } from '../locators/combine.js'
import { contains, equals, show, type TextQuery } from '../locators/query.js'
import { describeElement } from '../locators/role.js'
import { elementAt, type State, stateOf, unsureAt } from '../locators/state.js'
import { describeStyle, type Style, styleOf, styleTest } from '../style.js'
import { type Bounds, boundsOf, describePlace, type View } from '../view.js'
import {
  type Asked,
  type FreshOptions,
  type Outcome,
  ofOne,
  onEither,
  onLocator,
  pickOne,
  type Subject,
  type WaitingOptions,
} from './definition.js'

export const toBeVisible = onLocator((locator, options: FreshOptions = {}) => ({
  ...options,
  look: (view): Outcome => {
    const picked = pickOne(locator, view, options)
    if ('outcome' in picked) {
      const isGone = picked.outcome.found?.length === 0
      return isGone ? { ...picked.outcome, pass: false } : picked.outcome
    }
    const { match } = picked
    const cells = writtenCells(view, match)
    const isHidden = cells.length > 0 && cells.every(({ hidden }) => hidden)
    const actual = isHidden ? `hidden text at ${describePlace(match)}` : `visible at ${describePlace(match)}`
    return { pass: !isHidden, expected: 'one visible match', actual, found: [match] }
  },
}))

export const toBeHidden = onLocator((locator, options: WaitingOptions = {}) => ({
  ...options,
  look: (view): Outcome => {
    const found = locator.query.find(view, null)
    return { pass: found.length === 0, expected: 'no match', actual: countMatches(found.length), found }
  },
}))

export const toHaveCount = onLocator((locator, count: number, options: WaitingOptions = {}) => ({
  ...options,
  look: (view): Outcome => {
    const found = locator.query.find(view, null)
    return { pass: found.length === count, expected: countMatches(count), actual: countMatches(found.length), found }
  },
}))

export const toHaveText = onEither((subject, text: TextQuery, options: FreshOptions = {}) =>
  ofText(subject, options, `the text ${show(text)}`, (actual) =>
    equals(actual, typeof text === 'string' ? text.trimEnd() : text),
  ),
)

export const toContainText = onEither((subject, text: TextQuery, options: FreshOptions = {}) =>
  ofText(subject, options, `text that contains ${show(text)}`, (actual) => contains(actual, text)),
)

function ofText(subject: Subject, options: FreshOptions, expected: string, holds: (text: string) => boolean): Asked {
  const look = (view: View): Outcome => {
    if (!(subject instanceof Locator)) {
      const text = view.snapshot.text().trimEnd()
      return { pass: holds(text), expected: `a screen with ${expected}`, actual: 'the screen below' }
    }
    const picked = pickOne(subject, view, options)
    if ('outcome' in picked) return picked.outcome
    const { match } = picked
    return { pass: holds(match.text.trimEnd()), expected, actual: JSON.stringify(match.text), found: [match] }
  }
  return { timeoutMs: options.timeoutMs, look }
}

export const toHaveStyle = ofOne<[style: Style, options?: FreshOptions]>(
  (view, match, style) => {
    const has = styleTest(style)
    const written = writtenCells(view, match)
    const { row, from } = match.spans[0]!
    const cells = written.length > 0 ? written : [view.snapshot.cell(row, from)]
    const other = cells.find((cell) => !has(cell))
    const seen = [...new Set(cells.map((cell) => describeStyle(styleOf(cell))))]
    return { pass: !other, expected: `the style ${describeStyle(style)}`, actual: seen.slice(0, 5).join(' and ') }
  },
  (_style, options) => options,
)

export const toHaveBounds = ofOne<[bounds: Partial<Bounds>, options?: FreshOptions]>(
  (_view, match, bounds) => {
    const actual = boundsOf(match)
    const keys = Object.keys(bounds) as (keyof Bounds)[]
    return {
      pass: keys.every((key) => actual[key] === bounds[key]),
      expected: JSON.stringify(bounds),
      actual: JSON.stringify(actual),
    }
  },
  (_bounds, options) => options,
)

function countMatches(count: number): string {
  return count === 1 ? '1 match' : `${count} matches`
}

function inState(state: State) {
  return ofOne<[options?: FreshOptions]>(
    (view, match) => {
      const is = stateOf(view, match, state)
      const element = elementAt(view, match, state)
      const unsure = unsureAt(view, match).map(describeElement)
      const none = `the outline of the screen finds no element there${unsure.length > 0 ? ' that it is sure of' : ''}`
      const actual = element ? describeElement(element) : [none, ...unsure].join('; ')
      return { pass: is, expected: state, actual }
    },
    (options) => options,
  )
}

export const toBeSelected = inState('selected')
export const toBeChecked = inState('checked')
export const toBeDisabled = inState('disabled')
export const toBeFocused = inState('focused')
