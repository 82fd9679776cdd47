/** `polytty new`: a program on a new session, which stays when this command has ended. */
import { withServer } from '../cli-kit/find-server.js'
import { print } from '../cli-kit/print.js'
import { windowSize } from '../cli-kit/window-size.js'
import { loadConfig } from '../config/load.js'
import { type AttachFlags, attachTo } from './attach.js'
import { callersPlace } from './callers-place.js'
import { shortName } from './session-target.js'

export interface NewFlags extends AttachFlags {
  readonly name?: string
  readonly cols?: number
  readonly rows?: number
  readonly cwd?: string
  readonly env: readonly string[]
  readonly attach?: boolean
  readonly isolate?: boolean
  readonly node?: string
  readonly pool?: string
  readonly labels?: Readonly<Record<string, string>>
}

export async function newSession([program, ...args]: readonly string[], flags: NewFlags): Promise<void> {
  const window = flags.attach && process.stdout.isTTY ? windowSize() : {}
  const { cols, rows } = { ...loadConfig().config.session, ...window, ...given(flags) }
  const made = await withServer(
    flags,
    async (client, server) => {
      const here = callersPlace(server)
      const { sessionId } = await client.call('Session.create', {
        shell: program,
        args,
        name: flags.name,
        cols,
        rows,
        cwd: flags.cwd ?? here.cwd,
        isolate: flags.isolate,
        place: placeOf(flags),
        env: { ...here.env, ...readVariables(flags.env) },
      })
      return { server, id: sessionId, name: flags.name ?? sessionId }
    },
    { mayStart: true },
  )
  if (flags.attach) await attachTo(made.server, made, flags)
  else print(shortName(made))
}

function placeOf({ node, pool, labels }: NewFlags) {
  return (node ?? pool ?? labels) === undefined ? undefined : { node, pool, labels: labels && { ...labels } }
}

function given({ cols, rows }: NewFlags): { cols?: number; rows?: number } {
  return { ...(cols !== undefined && { cols }), ...(rows !== undefined && { rows }) }
}

function readVariables(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((one) => {
      const at = one.indexOf('=')
      return at < 0 ? [one, process.env[one] ?? ''] : [one.slice(0, at), one.slice(at + 1)]
    }),
  )
}
