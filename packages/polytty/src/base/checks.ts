/** Checks on values that came from outside; what fails gets an error that says what would be right. */
import { CoreError } from './core-error.js'

/** The value if it is between the two (inclusive); not-a-number never is. */
export function requireWithin(name: string, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value
  throw new CoreError('invalid-params', `${name} must be ${least} to ${most}, not ${value}`, { name, value })
}

/** True for what JSON calls an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a JSON value is nested in more levels than these: what walks through it need not fear for its stack. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}
