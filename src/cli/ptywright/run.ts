/** `run`: a raw bridge between this terminal and a program on a PTY of its own. */
import { exitStatus } from '../../record/index.js'
import { createPrivateCore } from '../../server/private-core.js'
import { bridgedOptions, bridgeTerminal } from '../terminal-bridge.js'

export interface RunFlags {
  readonly rows: number
  readonly cols: number
}

export async function run(command: readonly [string, ...string[]], flags: RunFlags): Promise<void> {
  const { sessions } = createPrivateCore(1)
  const session = await sessions.create(bridgedOptions(command, flags))
  const exit = await bridgeTerminal(session)
  await sessions.dispose()
  process.exitCode = exitStatus(exit)
}
