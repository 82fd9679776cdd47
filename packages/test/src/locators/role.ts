/** Finding elements by what the outline takes them for. Guesses that are not sure enough do not count. */
import { type Element, everyElement, type Role, roles, SURE } from 'polytty/outline'
import { requireName } from '../options.js'
import { isInside, type Match, type View } from '../view.js'
import { contains, type Query, show, type TextQuery } from './query.js'

export interface RoleOptions {
  /** What it is called, or a part of that. */
  readonly name?: TextQuery
  readonly selected?: boolean
  readonly checked?: boolean
  readonly disabled?: boolean
  readonly focused?: boolean
  /** How sure the outline must be; 0.8 if absent. */
  readonly confidence?: number
}

const states = ['selected', 'checked', 'disabled', 'focused'] as const
const optionNames: readonly string[] = ['name', 'confidence', ...states]
const MAX_NEAR = 10

export function byRole(role: Role, options: RoleOptions = {}): Query {
  requireName('role', role, roles)
  for (const name of Object.keys(options)) requireName('option of getByRole', name, optionNames)
  const { confidence = SURE } = options
  const fits = (element: Element): boolean =>
    element.role === role &&
    element.confidence >= confidence &&
    (options.name === undefined || contains(element.name, options.name)) &&
    states.every((state) => options[state] === undefined || (element[state] ?? false) === options[state])
  return {
    name: `getByRole(${JSON.stringify(role)}${describeOptions(options)})`,
    find: (view, area) => elementMatches(view, fits).filter((match) => area === null || isInside(match, area)),
    near: (view) => nearElements(view, role, confidence),
  }
}

/** Every element that fits, as cells. */
export function elementMatches(view: View, fits: (element: Element) => boolean): Match[] {
  return [...everyElement(view.outline)]
    .filter(fits)
    .map((element) => view.matchOf({ ...element }, element))
    .filter((match) => match !== null)
}

/** An element in a few words, for errors. */
export function describeElement({ role, name, row, col, confidence, ...element }: Element): string {
  const has = states.filter((state) => element[state])
  const shown = [role, name && JSON.stringify(name), has.length > 0 && `[${has.join(', ')}]`].filter(Boolean).join(' ')
  return `row ${row}, col ${col}: ${shown}, ${confidence.toFixed(2)} sure`
}

function nearElements(view: View, role: Role, asked: number): string[] {
  const all = [...everyElement(view.outline)]
  const same = all.filter((element) => element.role === role)
  return (same.length > 0 ? same : all).slice(0, MAX_NEAR).map((element) => {
    const isUnsure = element.role === role && element.confidence < asked
    return `${describeElement(element)}${isUnsure ? `; ${asked} is asked for, which { confidence } lowers` : ''}`
  })
}

function describeOptions({ name, ...rest }: RoleOptions): string {
  const parts = [
    ...(name === undefined ? [] : [`name: ${show(name)}`]),
    ...Object.entries(rest).map(([key, value]) => `${key}: ${value}`),
  ]
  return parts.length > 0 ? `, { ${parts.join(', ')} }` : ''
}
