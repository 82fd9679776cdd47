/**
 * The log of a command that serves, on standard error: one line each, for people or as JSON, secrets masked. All serving
 * commands take the same flags. POLYTTY_DEBUG names areas whose debug lines are wanted whatever the level is.
 */
import { writeSync } from 'node:fs'
import { CoreError } from '../base/core-error.js'
import { createDiagnostics, type Diagnostics } from '../base/diagnostics.js'
import { errorFields, type Log, type LogArea, type LogFields, type LogLevel, logAreas, logLevels } from '../base/log.js'
import { loadConfig } from '../config/load.js'
import { Redactor } from '../redaction/redactor.js'
import { keepServing } from './failure.js'
import type { LogFlags, LogFormat } from './log-options.js'

/** What a serving command reports with. Failures that nothing caught are logged and do not end its sessions. */
export function openDiagnostics(
  flags: LogFlags,
  redactor: Redactor | null = null,
  also: readonly Log[] = [],
): Diagnostics {
  const { log: configured = {} } = loadConfig().config
  const level = flags.logLevel ?? configured.level ?? 'warn'
  const format = flags.logFormat ?? configured.format ?? 'text'
  const areas = level === 'debug' ? logAreas : debugAreas(process.env.POLYTTY_DEBUG)
  const redactors = [new Redactor(), ...(redactor ? [redactor] : [])]
  const own = new LineLog({ level, format, areas: new Set(areas), redactors }, writeStandardError)
  const log = also.length > 0 ? new LogGroup([own, ...also]) : own
  keepServing((error) => log.error('uncaught failure', errorFields(error)))
  return createDiagnostics(log)
}

/** The areas that POLYTTY_DEBUG names; 1 stands for all of them. */
export function debugAreas(value: string | undefined): readonly LogArea[] {
  if (value === undefined || value === '') return []
  if (value === '1') return logAreas
  return value.split(',').map((name) => {
    const area = logAreas.find((known) => known === name.trim())
    if (area) return area
    throw new CoreError('invalid-params', `POLYTTY_DEBUG: ${JSON.stringify(name)} is not an area`, {
      hint: `Use a comma-separated list of ${logAreas.join(', ')}, or 1 for all of them`,
    })
  })
}

export interface LineLogOptions {
  readonly level: LogLevel
  readonly format: LogFormat
  readonly areas: ReadonlySet<LogArea>
  readonly redactors: readonly Redactor[]
  readonly now?: () => Date
}

export class LineLog implements Log {
  constructor(
    private readonly options: LineLogOptions,
    private readonly write: (line: string) => void,
  ) {}

  wants(area: LogArea): boolean {
    return this.options.areas.has(area)
  }

  debug(area: LogArea, message: string, fields: LogFields = {}): void {
    if (this.wants(area)) this.put('debug', message, { area, ...fields })
  }

  info(message: string, fields: LogFields = {}): void {
    this.put('info', message, fields)
  }

  warn(message: string, fields: LogFields = {}): void {
    this.put('warn', message, fields)
  }

  error(message: string, fields: LogFields = {}): void {
    this.put('error', message, fields)
  }

  private put(level: LogLevel, message: string, fields: LogFields): void {
    const { level: threshold, format, now = () => new Date() } = this.options
    if (level !== 'debug' && logLevels.indexOf(level) > logLevels.indexOf(threshold)) return
    const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
    const masked = entries.map(([name, value]) => [name, typeof value === 'string' ? this.mask(value) : value] as const)
    const line = { time: now().toISOString(), level, message: this.mask(message), ...Object.fromEntries(masked) }
    this.write(`${format === 'json' ? JSON.stringify(line) : forPeople(line)}\n`)
  }

  private mask(text: string): string {
    return this.options.redactors.reduce((masked, redactor) => redactor.redact(masked), text)
  }
}

/** Writes to all of them. */
class LogGroup implements Log {
  constructor(private readonly logs: readonly Log[]) {}

  wants(area: LogArea): boolean {
    return this.logs.some((log) => log.wants(area))
  }

  debug(area: LogArea, message: string, fields?: LogFields): void {
    for (const log of this.logs) log.debug(area, message, fields)
  }

  info(message: string, fields?: LogFields): void {
    for (const log of this.logs) log.info(message, fields)
  }

  warn(message: string, fields?: LogFields): void {
    for (const log of this.logs) log.warn(message, fields)
  }

  error(message: string, fields?: LogFields): void {
    for (const log of this.logs) log.error(message, fields)
  }
}

type Line = Readonly<Record<string, unknown>> & {
  readonly time: string
  readonly level: string
  readonly message: string
}

/** `12:00:00.123 debug protocol request method=Screen.getText ms=0.4`, and a stack below its line. */
function forPeople({ time, level, area, message, stack, ...rest }: Line): string {
  const words = [time.slice(11, 23), level, ...(area === undefined ? [] : [String(area)]), printable(message)]
  for (const [name, value] of Object.entries(rest)) words.push(`${name}=${quoted(value)}`)
  return `${words.join(' ')}${typeof stack === 'string' ? `\n${printable(stack.replaceAll('\n', '\n  '))}` : ''}`
}

function quoted(value: unknown): string {
  const text = String(value)
  return /^[^\s"=\p{Cc}]+$/u.test(text) ? text : JSON.stringify(text)
}

/** Nothing that a terminal would act on. */
function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, ' ')
}

/** A full disk or a reader that has gone costs lines of the log and nothing else. */
function writeStandardError(line: string): void {
  try {
    writeSync(2, line)
  } catch {
    // There is no other place to report it.
  }
}
