/** `polytty revive`: the command of a session that was read from disk, once more. */
import { type ServerFlags, withServer } from '../cli-kit/find-server.js'
import { print } from '../cli-kit/print.js'
import { findSession, shortName } from './session-target.js'

export async function revive(given: string | undefined, flags: ServerFlags): Promise<void> {
  await withServer(flags, async (client) => {
    const session = await findSession(client, given)
    await client.call('Polytty.revive', { sessionId: session.id })
    print(shortName(session))
  })
}
