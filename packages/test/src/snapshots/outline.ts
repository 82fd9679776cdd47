/**
 * Outlines as tests write them, an element a line, indented by two blanks for what is inside:
 *
 *   - dialog "Delete":
 *     - button /Ye?s/ [selected]
 *
 * Partly by default: what is named must be there in this order, and more may be.
 */
import type { Element } from 'polytty/outline'
import { CoreError } from 'polytty/sessions'
import { contains, equals, type TextQuery } from '../locators/query.js'

interface Wanted {
  readonly role: string
  readonly name: TextQuery | null
  readonly states: readonly string[]
  readonly children: Wanted[]
}

const LINE = /^(\s*)- ([a-z]+)(?: ("(?:[^"\\]|\\.)*"|\/(?:[^/\\]|\\.)+\/[a-z]*))?(?: \[([a-z, ]+)\])?:?\s*$/
const states = ['selected', 'checked', 'disabled', 'focused'] as const

export function parseOutline(template: string): readonly Wanted[] {
  const root: Wanted[] = []
  const open: { readonly indent: number; readonly children: Wanted[] }[] = [{ indent: -1, children: root }]
  for (const line of template.split('\n').filter((one) => one.trim() !== '')) {
    const [, indent, role, name, listed] = LINE.exec(line) ?? []
    if (indent === undefined || role === undefined)
      throw new CoreError(
        'invalid-params',
        `not a line of an outline: ${JSON.stringify(line)}; write as in - button "OK" [selected]`,
      )
    const wanted: Wanted = { role, name: nameOf(name), states: statesOf(listed), children: [] }
    while (open.at(-1)!.indent >= indent.length) open.pop()
    open.at(-1)!.children.push(wanted)
    open.push({ indent: indent.length, children: wanted.children })
  }
  return root
}

function nameOf(spelled: string | undefined): TextQuery | null {
  if (spelled === undefined) return null
  if (spelled.startsWith('"')) return JSON.parse(spelled) as string
  const end = spelled.lastIndexOf('/')
  return new RegExp(spelled.slice(1, end), spelled.slice(end + 1))
}

function statesOf(listed = ''): string[] {
  return listed.split(/[, ]+/).filter(Boolean)
}

/** The first element that is wanted and not found; null if all are. */
export function missingFrom(
  elements: readonly Element[],
  wanted: readonly Wanted[],
  exact: boolean,
): Wanted | 'more' | null {
  let from = 0
  const candidates = exact ? elements : flat(elements)
  for (const one of wanted) {
    const at = candidates.findIndex(
      (element, index) => index >= from && fits(element, one) && !missingFrom(element.children, one.children, exact),
    )
    if (at < 0 || (exact && at !== from)) return one
    from = at + 1
  }
  return exact && elements.length !== wanted.length ? 'more' : null
}

/** Where not everything is named, what is wanted may be further inside. */
function flat(elements: readonly Element[]): Element[] {
  return elements.flatMap((element) => [element, ...flat(element.children)])
}

function fits(element: Element, { role, name, states: listed }: Wanted): boolean {
  if (element.role !== role) return false
  if (name !== null && !(typeof name === 'string' ? equals(element.name, name) : contains(element.name, name)))
    return false
  return listed.every((state) => states.some((one) => one === state && element[one]))
}

/** A screen's outline in the same form, to be copied into a test. */
export function writeOutline(elements: readonly Element[], indent = ''): string[] {
  return elements.flatMap((element) => {
    const has = states.filter((state) => element[state])
    const name = element.name === '' ? '' : ` ${JSON.stringify(element.name)}`
    const line = `${indent}- ${element.role}${name}${has.length > 0 ? ` [${has.join(', ')}]` : ''}`
    const inside = writeOutline(element.children, `${indent}  `)
    return [inside.length > 0 ? `${line}:` : line, ...inside]
  })
}

/** With all that belongs to it, as it was written. */
export function describeWanted({ role, name, states: listed, children }: Wanted, indent = ''): string {
  const called = name === null ? '' : ` ${typeof name === 'string' ? JSON.stringify(name) : name}`
  const own = `${indent}- ${role}${called}${listed.map((state) => ` [${state}]`).join('')}${children.length > 0 ? ':' : ''}`
  return [own, ...children.map((child) => describeWanted(child, `${indent}  `))].join('\n')
}
