/**
 * What a server reports about itself while it runs: the one port that every part of it writes to. Where lines go, in
 * which form and with which secrets masked is decided by the command that serves (cli-kit/log.ts).
 */

/** What debug lines are about; each can be asked for alone. */
export const logAreas = ['protocol', 'pty', 'wait', 'engine'] as const
export type LogArea = (typeof logAreas)[number]

/** From nothing to everything. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

/** Values that stand beside a message. Never params, input or output: they may be secret. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface Log {
  /** Whether debug lines of an area are wanted. Ask before building one, so that lines no one wants cost nothing. */
  wants(area: LogArea): boolean
  debug(area: LogArea, message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

export const silentLog: Log = {
  wants: () => false,
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
}

/** What is logged of something that was thrown. */
export function errorFields(error: unknown): LogFields {
  return error instanceof Error ? { reason: error.message, stack: error.stack } : { reason: String(error) }
}
