/** `servers …`: the one server there is, as the original lists its federation. */
import { CoreError } from '../../../base/core-error.js'
import { print } from '../../../cli-kit/print.js'
import { formatTable } from '../../../cli-kit/table.js'
import { findTarget, type TargetFlags } from './find-target.js'

export async function listServers(flags: TargetFlags): Promise<void> {
  const servers = await (await findTarget(flags)).call('list_servers')
  const rows = servers.map(({ hostname, address, health, role, sessions }) => [
    hostname,
    address,
    health,
    role,
    String(sessions),
  ])
  print(formatTable(['HOSTNAME', 'ADDRESS', 'HEALTH', 'ROLE', 'SESSIONS'], rows))
}

export async function serverInfo(flags: TargetFlags): Promise<void> {
  const { hostname, version } = await (await findTarget(flags)).call('get_server_info')
  print(`Hostname: ${hostname}\nVersion:  ${version}`)
}

export function refuseFederation(): never {
  throw new CoreError('not-supported', 'servers are not federated here: each knows only itself', {
    hint: 'Choose the server with --server URL',
  })
}
