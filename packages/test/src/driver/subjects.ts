/**
 * Terminals and locators as other languages name them: a chain of calls as data, such as
 * `[["getByText", "OK"], ["row"]]`. Patterns are `{ "$pattern": source, "$flags": "i" }`, locators within arguments
 * `{ "$locator": chain }`, bytes `{ "$bytes": base64 }`.
 */
import { CoreError } from 'polytty/sessions'
import { Locator } from '../locator.js'
import type { Subject } from '../matchers/definition.js'
import type { Terminal } from '../terminal.js'

export type Chain = readonly (readonly [name: string, ...args: unknown[]])[]

/** Calls that make a locator of a terminal or of another locator. */
const steps = [
  ...(['getByText', 'getByRole', 'getByStyle', 'getByLink', 'region', 'row', 'column', 'cell'] as const),
  ...(['cursor', 'selection', 'prompt', 'output', 'image'] as const),
  ...(['within', 'filter', 'and', 'or', 'nth', 'first', 'last', 'near'] as const),
]

/** What can be done with a terminal, and with a locator. */
const onTerminals = ['press', 'type', 'paste', 'write', 'resize', 'focus', 'signal', 'settle', 'screen', 'outlineText']
const onLocators = ['click', 'doubleClick', 'hover', 'drag', 'wheel', 'select', 'text', 'bounds', 'count', 'matches']

/** Follows a chain; an empty one is the terminal itself. */
export function locate(terminal: Terminal, chain: Chain): Subject {
  let subject: Subject = terminal
  for (const [name, ...args] of chain) {
    if (!steps.includes(name as (typeof steps)[number])) throw unknown(name, steps)
    const found: unknown = call(subject, name, revive(terminal, args))
    if (!(found instanceof Locator)) throw unknown(name, steps)
    subject = found
  }
  return subject
}

/** Calls a method of a terminal or locator, with arguments as they came over the wire. */
export async function perform(terminal: Terminal, chain: Chain, name: string, args: readonly unknown[]) {
  const subject = locate(terminal, chain)
  const allowed = subject instanceof Locator ? onLocators : onTerminals
  if (!allowed.includes(name)) throw unknown(name, allowed)
  return (await call(subject, name, revive(terminal, args))) ?? null
}

/** The arguments with their patterns, locators and bytes. */
export function revive(terminal: Terminal, args: readonly unknown[]): unknown[] {
  return args.map((value) => reviveOne(terminal, value))
}

function reviveOne(terminal: Terminal, value: unknown): unknown {
  if (Array.isArray(value)) return revive(terminal, value)
  if (typeof value !== 'object' || value === null) return value
  const { $pattern, $flags = '', $locator, $bytes } = value as Record<string, unknown>
  if (typeof $pattern === 'string') return pattern($pattern, String($flags))
  if (Array.isArray($locator)) return locate(terminal, $locator as Chain)
  if (typeof $bytes === 'string') return Buffer.from($bytes, 'base64')
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, reviveOne(terminal, one)]))
}

function pattern(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags)
  } catch (error) {
    throw new CoreError('invalid-params', `${source} is not a pattern: ${(error as Error).message}`)
  }
}

function call(subject: Subject, name: string, args: readonly unknown[]): unknown {
  const method = (subject as unknown as Record<string, (...args: readonly unknown[]) => unknown>)[name]
  if (typeof method !== 'function') throw new CoreError('invalid-params', `${name} cannot be asked of this`)
  return method.apply(subject, [...args])
}

function unknown(name: string, known: readonly string[]): CoreError {
  return new CoreError('invalid-params', `there is no ${JSON.stringify(name)} here: ${known.join(', ')}`)
}
