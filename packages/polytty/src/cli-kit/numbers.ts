/** Numbers as option values, with errors that say what would be right. */
import { InvalidArgumentError } from 'commander'

export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => within(text, /^\d+$/, least, most, 'a whole number')
}

export function decimal(least: number, most: number): (text: string) => number {
  return (text) => within(text, /^\d+(?:\.\d+)?$/, least, most, 'a number')
}

function within(text: string, form: RegExp, least: number, most: number, kind: string): number {
  const value = Number(text)
  if (form.test(text) && value >= least && value <= most) return value
  throw new InvalidArgumentError(`expected ${kind} from ${least} to ${most}.`)
}
