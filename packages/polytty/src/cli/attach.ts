/** `polytty attach`: this terminal on a session; Ctrl+\ twice detaches. */
import { type FoundServer, type ServerFlags, withServer } from '../cli-kit/find-server.js'
import { untilServer } from '../cli-kit/until-server.js'
import { attach } from '../protocols/wsh/cli/attach.js'
import { WshTarget } from '../protocols/wsh/cli/target.js'
import { findSession, shortName } from './session-target.js'

export interface AttachFlags extends ServerFlags {
  /** Whether the program may set the clipboard of this terminal. */
  readonly clipboard?: boolean
  /** Whether this terminal shows images by kitty's placeholder characters. */
  readonly images?: boolean
}

export async function attachSession(given: string | undefined, flags: AttachFlags): Promise<void> {
  const { server, session } = await withServer(flags, async (client, server) => ({
    server,
    session: await findSession(client, given),
  }))
  await attachTo(server, session, flags)
  // What an agent handed over is given back by whoever leaves it.
  await withServer(flags, (client) => client.call('Agent.giveBack', { sessionId: session.id })).catch(() => {})
}

/** `flags` say which server is meant, also when it has been started again. */
export function attachTo(
  server: FoundServer,
  session: Parameters<typeof shortName>[0],
  flags: AttachFlags,
): Promise<void> {
  const resume = async (): Promise<WshTarget> => targetOf(await untilServer(flags))
  const { clipboard, images } = flags
  return attach(targetOf(server), session.id, { label: shortName(session), clipboard, images, resume })
}

/** The server as wsh's own commands see it. */
export function targetOf({ url, token, socket }: FoundServer): WshTarget {
  return new WshTarget({ server: url, token: token ?? undefined, socket: socket ?? undefined })
}
