/** `logs`: the last lines of what was written down, and then whatever comes, as `tail -f` has it. */
import { watch } from 'node:fs'
import { CoreError } from '../../../base/core-error.js'
import { logFolder, readLog, readNewLog } from './log-files.js'

export interface LogsFlags {
  readonly lines: number
  readonly filter?: string
  readonly follow: boolean
}

export function logs({ lines, filter = '', follow }: LogsFlags): void {
  const seen = readLog(lines, filter)
  if (!seen.place)
    throw new CoreError('not-found', `no ptywright log files under ${logFolder()}: serve or run something first`)
  process.stdout.write(`==> tailing ${seen.place.path} <==\n`)
  print(seen.lines)
  if (!follow) return
  let { place } = seen
  const more = (): void => {
    const found = readNewLog(place, filter)
    place = found.place
    print(found.lines)
  }
  watch(logFolder(), more)
  // Something may have been written before the watch was there.
  more()
}

function print(lines: readonly string[]): void {
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
}
