/** `polytty adopt` and `polytty release`: panes of other terminals as sessions, and back. */
import type { BridgeSpec } from '../bridge/index.js'
import { type ServerFlags, withServer } from '../cli-kit/find-server.js'
import { print } from '../cli-kit/print.js'
import { formatTable } from '../cli-kit/table.js'
import { findSession } from './session-target.js'

export interface AdoptFlags extends ServerFlags {
  readonly bridge: BridgeSpec
  readonly all?: boolean
  readonly json?: boolean
}

export async function adopt(pane: string | undefined, { bridge, all, json, ...flags }: AdoptFlags): Promise<void> {
  const spec = whichTmux(bridge)
  await withServer(
    flags,
    async (client) => {
      if (all) await client.call('Bridge.follow', spec)
      else if (pane !== undefined) {
        const { name } = await client.call('Bridge.adopt', { ...spec, pane })
        return print(name)
      }
      const { panes } = await client.call('Bridge.listPanes', spec)
      if (json) return print(JSON.stringify(panes, null, 2))
      print(
        formatTable(
          ['PANE', 'NAME', 'SIZE', 'COMMAND', 'SESSION'],
          panes.map(({ id, name, cols, rows, command, sessionId }) => [
            id,
            name,
            `${cols}x${rows}`,
            command,
            sessionId ?? '',
          ]),
        ),
      )
    },
    { mayStart: true },
  )
}

export async function release(given: string, flags: ServerFlags): Promise<void> {
  await withServer(flags, async (client) => {
    const { id } = await findSession(client, given)
    await client.call('Bridge.release', { sessionId: id })
  })
}

/** Inside of tmux its own server is meant; the server that we talk to may have been started elsewhere. */
function whichTmux(spec: BridgeSpec): BridgeSpec {
  const socket = process.env.TMUX?.split(',')[0]
  return spec.kind === 'tmux' && spec.where === undefined && socket ? { ...spec, where: socket } : spec
}
