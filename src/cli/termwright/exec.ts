/** `exec`, `info` and `fonts`: one call, one answer. */
import { CoreError } from '../../base/core-error.js'
import { bundledFamilies } from '../../render/index.js'
import { version } from '../../server/version.js'
import { parseJson } from '../../wire/json-rpc.js'
import { LineClient } from './line-client.js'

export async function exec({
  socket,
  method,
  params,
}: {
  socket: string
  method: string
  params?: string
}): Promise<void> {
  const value = params === undefined ? null : parseJson(params)
  if (value instanceof CoreError)
    throw new CoreError('invalid-params', `--params is not JSON: ${String(value.data.reason)}`)
  const client = await LineClient.connect(socket)
  const reply = await client.exchange(method, value).finally(() => client.close())
  process.stdout.write(`${reply}\n`)
  if ((JSON.parse(reply) as { error?: unknown }).error) process.exitCode = 1
}

export function info(): void {
  const lines = {
    polytty: version,
    protocol: 1,
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
  }
  for (const [name, value] of Object.entries(lines)) process.stdout.write(`${name}: ${value}\n`)
}

export function fonts(): void {
  for (const family of bundledFamilies()) process.stdout.write(`${family}\n`)
}
