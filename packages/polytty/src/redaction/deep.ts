/** Redaction of data: every text in a value, however deep. */
import type { Redactor } from './redactor.js'

/** The value itself where there is nothing to redact with. */
export function redactDeep<T>(value: T, redactor: Redactor | null): T {
  if (redactor === null) return value
  if (typeof value === 'string') return redactor.redact(value) as T
  if (Array.isArray(value)) return value.map((item) => redactDeep<unknown>(item, redactor)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redactDeep(item, redactor)])) as T
}
