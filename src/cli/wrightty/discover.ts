/** `discover`: asks every port of the range at once who is there. */

import { RpcClient } from '../../sdk/rpc-client.js'
import { FIRST_PORT, LAST_PORT } from '../../server/options.js'

interface Found {
  readonly url: string
  readonly version: string
  readonly implementation: string
  readonly name: string | null
  readonly authentication: string
}

type Info = Omit<Found, 'url' | 'name'> & { readonly name?: string }

export async function discover(host = '127.0.0.1'): Promise<Found[]> {
  const ports = Array.from({ length: LAST_PORT - FIRST_PORT + 1 }, (_, index) => FIRST_PORT + index)
  const answers = await Promise.all(ports.map((port) => ask(`ws://${host}:${port}`)))
  return answers.filter((found) => found !== null)
}

async function ask(url: string): Promise<Found | null> {
  try {
    const client = await RpcClient.connect({ url, timeoutMs: 500 })
    try {
      const { version, implementation, name, authentication } = await client.call<Info>('Wrightty.getInfo')
      return { url, version, implementation, name: name ?? null, authentication }
    } finally {
      client.close()
    }
  } catch {
    return null
  }
}
