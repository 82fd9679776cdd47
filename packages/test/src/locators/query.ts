/** What a locator looks for: a name as it was written in the test, and how it is found on a screen. */
import { types } from 'node:util'
import type { Region } from '@polytty/terminal'
import type { Match, View } from '../view.js'

export interface Query {
  readonly name: string
  /** Every match within an area, or on the whole screen, from the top left. */
  find(view: View, area: Region | null): readonly Match[]
  /** What comes close, for the error where nothing is found. */
  near?(view: View): readonly string[]
}

/** A text, or a pattern in which ^ and $ stand for the ends of a line. */
export type TextQuery = string | RegExp

export function show(query: TextQuery): string {
  return typeof query === 'string' ? JSON.stringify(query) : String(query)
}

/** Whether a text contains the query. */
export function contains(text: string, query: TextQuery): boolean {
  return typeof query === 'string' ? text.includes(query) : withFlags(query, 'm').test(text)
}

/** Whether a text is the query, or for a pattern contains it. */
export function equals(text: string, query: TextQuery): boolean {
  return typeof query === 'string' ? text === query : contains(text, query)
}

/** The same pattern with more flags and a fresh state. */
export function withFlags(pattern: RegExp, more: string): RegExp {
  return new RegExp(pattern.source, [...new Set(pattern.flags.replace('y', '') + more)].join(''))
}

/** A runner may give its tests a RegExp of their own, which is no instance of ours. */
export function isPattern(value: unknown): value is RegExp {
  return types.isRegExp(value)
}
