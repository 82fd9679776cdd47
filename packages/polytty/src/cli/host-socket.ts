/** Which host is a server's: that of its name, its socket or its port, in the runtime folder. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { runtimeFolder } from '../files/runtime-folder.js'

interface Identity {
  readonly name?: string
  readonly socket?: string | readonly string[]
  readonly port?: number
}

/** Undefined for a server that has nothing by which the next one could know that it is meant. */
export function hostSocketOf({ name, socket, port }: Identity): string | undefined {
  if (name !== undefined) return inRuntime(`host-${/^[\w.-]{1,32}$/.test(name) ? name : shortHash(name)}`)
  if (socket !== undefined) return inRuntime(`host-${shortHash([socket].flat().join('\n'))}`)
  if (port === undefined) return inRuntime('host')
  return port === 0 ? undefined : inRuntime(`host-${port}`)
}

function inRuntime(name: string): string {
  return join(runtimeFolder(), `${name}.sock`)
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
