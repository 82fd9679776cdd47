/** `logs`: the last lines of what servers wrote down. */
import { logFolder, readLog } from './log-files.js'

export interface LogsFlags {
  readonly lines: number
  readonly filter?: string
}

export function logs({ lines, filter }: LogsFlags): void {
  const found = readLog(lines, filter ?? '')
  if (found.length > 0) process.stdout.write(`${found.join('\n')}\n`)
  else process.stderr.write(`nothing of that in ${logFolder()}\n`)
}
