/**
 * The one failure type of the core. Codes are a closed union: every dialect's errors.ts maps each of them with
 * `satisfies Record<CoreErrorCode, …>`, so a new code does not compile until all dialects answer it.
 */
export const coreErrorCodes = [
  'parse-error',
  'invalid-request',
  'session-not-found',
  'session-exists',
  'session-exited',
  'session-limit',
  'spawn-failed',
  'input-overflow',
  'invalid-params',
  'invalid-pattern',
  'invalid-path',
  'unknown-method',
  'unknown-subscription',
  'unknown-recording',
  'mouse-not-enabled',
  'not-supported',
  'wait-timeout',
  'wait-cancelled',
  'resource-limit',
  'not-authenticated',
  'auth-failed',
  'conflict',
  'not-found',
  'missing-program',
  'permission-denied',
  'internal',
] as const

export type CoreErrorCode = (typeof coreErrorCodes)[number]

/** In every copy of this module: the command is bundled, and what it loads from a project is not. */
const brand: unique symbol = Symbol.for('polytty.CoreError')

export class CoreError extends Error {
  override readonly name = 'CoreError'
  protected readonly [brand] = true

  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value
  }

  constructor(
    readonly code: CoreErrorCode,
    message: string,
    readonly data: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** The failure as the core has it; null for an unforeseen one. Pictures and clients fail in classes of their own. */
export function knownFailure(error: unknown): CoreError | null {
  if (error instanceof CoreError) return error
  if (!(error instanceof Error)) return null
  if (error.name === 'ConnectionError')
    return new CoreError('not-found', error.message, { hint: 'Start one with: polytty serve' }, { cause: error })
  if (error.name !== 'RenderError') return null
  const { code, data } = error as Error & Pick<CoreError, 'code' | 'data'>
  return new CoreError(code, error.message, data, { cause: error })
}
