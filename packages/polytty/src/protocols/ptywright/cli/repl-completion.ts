/** What could be typed next in the repl: methods, their params, and the names of what is there on the server. */
import type { Ptywright, RpcClient } from '@polytty/client'
import type { z } from 'zod'
import { ptywright } from '../dialect.js'

type Client = RpcClient<Ptywright>

/** The candidates, and the word that they would replace. */
export async function complete(line: string, client: Client): Promise<[string[], string]> {
  const words = line.trimStart().split(/\s+/)
  const typing = words.at(-1) ?? ''
  const offered = words.length === 1 ? await methods(client) : await paramsOf(words, client)
  return [offered.filter((candidate) => candidate.startsWith(typing)), typing]
}

async function methods(client: Client): Promise<readonly string[]> {
  const { methods } = await client.call('server.capabilities')
  return [...methods, 'help', 'quit'].map((name) => `${name} `)
}

async function paramsOf(words: readonly string[], client: Client): Promise<readonly string[]> {
  const [method] = words as [string]
  const [name, value] = words.at(-1)!.split('=')
  if (value !== undefined) return (await valuesOf(name!, words, client)).map((found) => `${name}=${found} `)
  const declared = ptywright.methods.find((candidate) => candidate.name === method)
  const { shape = {} } = (declared?.params ?? {}) as Partial<z.ZodObject>
  return Object.keys(shape).map((param) => `${param}=`)
}

async function valuesOf(name: string, words: readonly string[], client: Client): Promise<readonly string[]> {
  const last = name.split('.').at(-1)
  switch (last) {
    case 'session':
      return (await client.call('session.list')).sessions
    case 'adapter':
    case 'prior_adapter':
      return (await client.call('adapter.live')).adapters.map(({ adapter }) => adapter)
    case 'plugin':
      return (await client.call('adapter.list')).plugins.map(({ name }) => name)
    case 'intent':
      return intentsFor(name.startsWith('wait.') || words[0] === 'adapter.wait', words, client)
    default:
      return []
  }
}

/** The intents or wait matchers of the plugin behind the adapter that was named before. */
async function intentsFor(waiting: boolean, words: readonly string[], client: Client): Promise<readonly string[]> {
  const named = words.find((word) => word.startsWith('adapter='))?.slice('adapter='.length)
  const { adapters } = await client.call('adapter.live')
  const adapter = adapters.find((candidate) => candidate.adapter === named)
  if (!adapter) return []
  const described = await client.call('plugin.describe', { plugin: adapter.plugin })
  return described[waiting ? 'wait_matchers' : 'intents'].map(({ name }) => name)
}
