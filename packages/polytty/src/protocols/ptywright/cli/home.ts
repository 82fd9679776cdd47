/** Where ptywright keeps its things: $PTYWRIGHT_HOME, or a folder in the user's home. */
import { homedir } from 'node:os'
import { join } from 'node:path'

export function ptywrightHome(): string {
  return process.env.PTYWRIGHT_HOME || join(homedir(), '.ptywright')
}

/** Where a server listens by default. */
export function defaultSocket(): string {
  return join(ptywrightHome(), 'socket')
}
