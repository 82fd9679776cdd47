/** `exec` and `fonts`: one call, one answer. */

import { RpcError } from '@polytty/client'
import { bundledFamilies } from '@polytty/render'
import { CoreError } from '../../../base/core-error.js'
import { parseJson } from '../../../wire/json-rpc.js'
import { connectDaemon, isClosing } from './daemon-client.js'
import { ownShape, type Settings } from './settings.js'

export async function exec(
  { socket, method, params }: { socket: string; method: string; params?: string },
  settings: Settings,
): Promise<void> {
  const value = params === undefined ? null : parseJson(params)
  if (value instanceof CoreError)
    throw new CoreError('invalid-params', `--params is not JSON: ${String(value.data.reason)}`)
  // Unless asked otherwise, the reply is as any client of this daemon gets it.
  let reply = ''
  const client = await connectDaemon(socket, settings.wire && ownShape(settings), (line) => {
    reply = line
  })
  try {
    await client.send(method, value)
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    if (!isClosing(error)) process.exitCode = 1
  } finally {
    client.close()
  }
  process.stdout.write(`${reply}\n`)
}

export function fonts(): void {
  for (const family of bundledFamilies()) process.stdout.write(`${family}\n`)
}
