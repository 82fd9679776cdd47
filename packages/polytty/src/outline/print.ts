/** An outline as text, an element a line, indented by its depth. */
import type { Element } from './element.js'

/** Rows and columns are written 0-based, as in all of the core. */
export function printOutline(elements: readonly Element[]): string {
  return lines(elements, '').join('\n')
}

function lines(elements: readonly Element[], indent: string): string[] {
  return elements.flatMap((element) => [indent + printElement(element), ...lines(element.children, `${indent}  `)])
}

function printElement(element: Element): string {
  const { role, name, value, key, row, col, confidence } = element
  const states = (['selected', 'checked', 'disabled', 'focused'] as const).filter((state) => element[state])
  const words = [
    role,
    name && JSON.stringify(name),
    key,
    value !== undefined && `= ${JSON.stringify(value)}`,
    states.length > 0 && `(${states.join(', ')})`,
    `@${row},${col}`,
    confidence.toFixed(2),
  ]
  return words.filter(Boolean).join(' ')
}
