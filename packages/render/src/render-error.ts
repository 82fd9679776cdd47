/** How pictures fail: an error with a code for programs and a message that says what would be right. */

export type RenderErrorCode =
  | 'invalid-params'
  | 'invalid-path'
  | 'not-found'
  | 'not-supported'
  | 'missing-program'
  | 'resource-limit'
  | 'internal'

export class RenderError extends Error {
  override readonly name = 'RenderError'

  constructor(
    readonly code: RenderErrorCode,
    message: string,
    readonly data: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** The value if it is between the two (inclusive); not-a-number never is. */
export function requireWithin(name: string, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value
  throw new RenderError('invalid-params', `${name} must be ${least} to ${most}, not ${value}`, { name, value })
}

/** True for what JSON calls an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
