/** The flags that all serving commands take about their log. */
import { type Command, Option } from 'commander'
import { type LogLevel, logLevels } from '../base/log.js'

export const logFormats = ['text', 'json'] as const
export type LogFormat = (typeof logFormats)[number]

export interface LogFlags {
  readonly logLevel?: LogLevel
  readonly logFormat?: LogFormat
}

export function addLogOptions(command: Command): Command {
  return command
    .addOption(new Option('--log-level <level>', 'what to log (default: warn)').choices(logLevels))
    .addOption(new Option('--log-format <format>', 'how to log (default: text)').choices(logFormats))
}
