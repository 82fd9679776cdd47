/** The flags of `polytty serve` about a fleet, as a server takes them. */
import { resolve } from 'node:path'
import { CoreError } from '../base/core-error.js'
import type { FleetOptions } from '../base/fleet-options.js'

export interface FleetFlags {
  readonly fleet?: string
  readonly node?: string
  readonly pool?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly spread?: boolean
  readonly fleetTenant?: string
  readonly fleetCreds?: string
  readonly fleetCa?: string
  readonly fleetCert?: string
  readonly fleetKey?: string
  readonly fleetReplicas?: number
}

type Split<T extends FleetFlags> = Omit<T, keyof FleetFlags> & { readonly fleet: FleetOptions | undefined }

export function splitFleet<T extends FleetFlags>(flags: T): Split<T> {
  const { fleet: servers, node, pool, labels, spread, fleetCreds, fleetCa, fleetCert, fleetKey, ...rest } = flags
  const { fleetReplicas: replicas, fleetTenant: tenant, ...others } = rest
  if (replicas === 2 || replicas === 4)
    throw new CoreError('invalid-params', `NATS keeps 1, 3 or 5 copies, not ${replicas}`)
  if ((fleetCert === undefined) !== (fleetKey === undefined))
    throw new CoreError('invalid-params', 'a certificate for NATS needs both --fleet-cert and --fleet-key')
  if (servers === undefined) {
    if (node !== undefined || fleetCreds !== undefined || spread)
      throw new CoreError('invalid-params', '--node, --spread and --fleet-creds need a fleet: add --fleet nats://…')
    return { ...others, fleet: undefined } as unknown as Split<T>
  }
  const path = (file: string | undefined): string | undefined => (file === undefined ? undefined : resolve(file))
  const [creds, ca, cert, key] = [fleetCreds, fleetCa, fleetCert, fleetKey].map(path)
  const fleet: FleetOptions = { servers, node, pool, labels, spread, tenant, creds, ca, cert, key, replicas }
  return { ...others, fleet } as unknown as Split<T>
}
