/** Options of every command that talks to a server. */
import type { Command } from 'commander'
import type { ServerFlags } from '../../cli-kit/find-server.js'

export type { ServerFlags }

export function onServer(command: Command): Command {
  return command
    .option('--server <address>', 'URL or socket of the server (default: $POLYTTY_SERVER, then the first one found)')
    .option('--token <secret>', "the server's token (default: $POLYTTY_TOKEN; a socket needs none)")
}

/** For commands that start a server if none is there. */
export function startingServer(command: Command): Command {
  return onServer(command).option('--no-start', 'do not start a server if none is running')
}
