/** `polytty approve` and `polytty give-back`: what people decide for agents. */
import { type ServerFlags, withServer } from '../cli-kit/find-server.js'
import { print } from '../cli-kit/print.js'
import { formatTable } from '../cli-kit/table.js'
import { findSession } from './session-target.js'

/** Without an id: what waits for someone to agree. */
export async function approve(
  id: string | undefined,
  { deny, ...flags }: ServerFlags & { deny?: boolean },
): Promise<void> {
  await withServer(flags, async (client) => {
    if (id !== undefined)
      return void (await client.call('Agent.decide', { id, decision: deny ? 'denied' : 'approved' }))
    const { pending } = await client.call('Agent.listPending')
    if (pending.length === 0) return print('nothing waits for approval')
    print(
      formatTable(
        ['ID', 'SESSION', 'INPUT'],
        pending.map(({ id, session, input }) => [id, session, JSON.stringify(input)]),
      ),
    )
  })
}

export async function giveBack(given: string | undefined, flags: ServerFlags): Promise<void> {
  await withServer(flags, async (client) => {
    const { id } = await findSession(client, given)
    await client.call('Agent.giveBack', { sessionId: id })
  })
}
