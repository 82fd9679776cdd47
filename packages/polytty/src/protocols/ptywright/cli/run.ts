/** `run`: a raw bridge between this terminal and a program on a PTY of its own. */

import { bridgedOptions, bridgeTerminal } from '../../../cli-kit/terminal-bridge.js'
import { exitStatus } from '../../../record/index.js'
import { createCore } from '../../create-core.js'
import { openLog } from './log-files.js'

export interface RunFlags {
  readonly rows: number
  readonly cols: number
}

export async function run(command: readonly [string, ...string[]], flags: RunFlags): Promise<void> {
  // The terminal is the program's: what there is to say goes to the log alone.
  const log = openLog()
  log(`run ${command[0]}`)
  const { sessions } = createCore({ maxSessions: 1 })
  const session = await sessions.create(bridgedOptions(command, flags))
  const exit = await bridgeTerminal(session)
  await sessions.dispose()
  process.exitCode = exitStatus(exit)
  log(`run ${command[0]}: ended with ${process.exitCode}`)
}
