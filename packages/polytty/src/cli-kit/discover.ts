/** Finding servers: every port of the range is asked at once who is there. */

import { connect } from '@polytty/client'
import { FIRST_PORT, LAST_PORT } from '../base/limits.js'

export interface Discovered {
  readonly url: string
  readonly version: string
  readonly implementation: string
  readonly name: string | null
  readonly authentication: string
}

const range = Array.from({ length: LAST_PORT - FIRST_PORT + 1 }, (_, index) => FIRST_PORT + index)

/** Those that answer, in the order of the ports. */
export async function discover(host: string, ports: readonly number[] = range): Promise<Discovered[]> {
  const answers = await Promise.all(ports.map((port) => ask(`ws://${host}:${port}`)))
  return answers.filter((found) => found !== null)
}

async function ask(url: string): Promise<Discovered | null> {
  try {
    const client = await connect(url, { timeoutMs: 500 })
    try {
      const { version, implementation, name, authentication } = await client.call('Wrightty.getInfo')
      return { url, version, implementation, name: name ?? null, authentication }
    } finally {
      client.close()
    }
  } catch {
    return null
  }
}
