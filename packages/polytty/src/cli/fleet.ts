/** `polytty fleet`: the nodes that a server works with, their sessions, and taking one out of use. */
import { CoreError } from '../base/core-error.js'
import { type ServerFlags, withServer } from '../cli-kit/find-server.js'
import { print } from '../cli-kit/print.js'
import { duration, formatTable } from '../cli-kit/table.js'
import { shortName } from './session-target.js'

type JsonFlags = ServerFlags & { readonly json?: boolean }

export async function listNodes(flags: JsonFlags): Promise<void> {
  await withServer(flags, async (client) => {
    const { node: own, connected, nodes } = await client.call('Polytty.listNodes')
    if (flags.json) return print(JSON.stringify({ node: own, connected, nodes }, null, 2))
    if (own === null) throw standsAlone()
    if (!connected) print('NATS is away: this is what was known before')
    const rows = nodes.map(({ node, state, draining, running, most, pool, labels, machine, version }) => [
      node === own ? `${node} *` : node,
      draining ? 'draining' : state,
      `${running}/${most}`,
      pool,
      Object.entries(labels)
        .map(([name, value]) => `${name}=${value}`)
        .join(',') || '-',
      machine,
      version,
    ])
    print(formatTable(['NODE', 'STATE', 'SESSIONS', 'POOL', 'LABELS', 'MACHINE', 'VERSION'], rows))
  })
}

export async function listFleetSessions(flags: JsonFlags): Promise<void> {
  await withServer(flags, async (client) => {
    const { node: own } = await client.call('Polytty.listNodes')
    if (own === null) throw standsAlone()
    const { sessions } = await client.call('Polytty.listSessions')
    const all = sessions.map((one) => ({ ...one, node: one.node ?? own }))
    if (flags.json) return print(JSON.stringify(all, null, 2))
    if (all.length === 0) return print('no sessions in the fleet')
    const rows = all.map((one) => [
      shortName(one),
      one.node,
      one.exit === null ? 'running' : one.exit.reason === undefined ? 'exited' : 'lost',
      duration(one.ageMs),
      `${one.cols}x${one.rows}`,
      one.command.join(' '),
    ])
    print(formatTable(['NAME', 'NODE', 'STATE', 'AGE', 'SIZE', 'PROGRAM'], rows))
  })
}

export async function drainNode(node: string, flags: ServerFlags & { readonly undo?: boolean }): Promise<void> {
  await withServer(flags, async (client) => {
    await client.call('Polytty.drain', { node, draining: !flags.undo })
    print(flags.undo ? `${node} takes new sessions again` : `${node} takes no new sessions; those that run go on`)
  })
}

function standsAlone(): CoreError {
  return new CoreError('not-supported', 'this server is not in a fleet', {
    hint: 'Start it with polytty serve --fleet nats://…',
  })
}
