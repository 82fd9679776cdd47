/** The process of a host: `polytty host`, and what a server starts. It says `ready` and then nothing more. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { systemClock } from '../base/clock.js'
import { Host } from './host.js'

export interface HostFlags {
  readonly socket: string
  readonly keepSeconds: number
  /** Where to report what happens while there is no server; nowhere if absent. */
  readonly log?: string
}

export async function runHost({ socket, keepSeconds, log }: HostFlags): Promise<void> {
  // Its terminal may go, and whoever started it; it ends when it is asked to, or has nothing to keep.
  process.on('SIGHUP', () => {})
  process.on('SIGINT', () => {})
  process.title = 'polytty host'
  const report = (message: string): void => append(log, `${new Date().toISOString()} ${message}\n`)
  process.on('uncaughtException', (error) => report(`uncaught failure: ${error.stack ?? error}`))
  const host = new Host({ socket, keepMs: keepSeconds * 1000, clock: systemClock, report })
  process.on('SIGTERM', () => void host.stop())
  await host.listen()
  process.stdout.write('ready\n')
  await host.ended
}

function append(path: string | undefined, line: string): void {
  if (path === undefined) return
  try {
    const file = openSync(path, 'a', 0o600)
    writeSync(file, line)
    closeSync(file)
  } catch {
    // There is no other place to report it.
  }
}
