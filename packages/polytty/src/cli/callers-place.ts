/** Where a program runs that a command starts: in the folder and environment of the caller, if the server shares them. */
import type { FoundServer } from '../cli-kit/find-server.js'

/** What describes the terminal that this command runs in, and secrets of servers: neither is the program's. */
const notPassedOn =
  /^(?:TERM|COLORTERM|TERM_PROGRAM.*|LINES|COLUMNS|TMUX.*|STY|WINDOWID|VTE_VERSION|NO_COLOR|FORCE_COLOR|_|SHLVL|OLDPWD|POLYTTY_\w+|WRIGHTTY_\w+|WSH_TOKEN)$/

export interface Place {
  readonly cwd?: string
  readonly env?: Record<string, string>
}

/** Whoever is reached over a socket is on this machine, and shares its files; elsewhere the server decides. */
export function callersPlace({ socket, by }: FoundServer): Place {
  if (socket === null && by !== 'start') return {}
  return { cwd: process.cwd(), env: ownEnvironment() }
}

/** The program sees the environment of who started it, as it would in any other terminal. */
function ownEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name, value]) => value !== undefined && !notPassedOn.test(name))
  return Object.fromEntries(entries) as Record<string, string>
}
