/** What a plugin offers: in its own words if it has a `describe`, else by the names of what it exports. */
import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import type { PluginInstance } from './plugin-instance.js'

const entry = z.looseObject({ name: z.string() })
/** An empty table in Lua is a list here. */
const entries = z.preprocess(
  (value) => (value === undefined || JSON.stringify(value) === '{}' ? [] : value),
  z.array(entry),
)
const description = z.looseObject({ intents: entries, wait_matchers: entries, states: entries })

export type PluginDescription = z.output<typeof description>

export async function describePlugin(instance: PluginInstance): Promise<PluginDescription> {
  const exported = [...(await instance.exported())]
  if (!exported.includes('describe')) return fromNames(exported.filter((name) => name !== 'classify'))
  const { value } = await instance.call('describe', {})
  const checked = description.safeParse(value)
  if (checked.success) return checked.data
  const { path, message } = checked.error.issues[0]!
  const where = path.map(String).join('.')
  throw new CoreError(
    'internal',
    `plugin ${instance.plugin.manifest.name}: describe returned a wrong ${where}: ${message}`,
  )
}

function fromNames(names: readonly string[]): PluginDescription {
  const isMatcher = (name: string): boolean => name.endsWith('_matcher')
  return {
    intents: names.filter((name) => !isMatcher(name)).map((name) => ({ name })),
    wait_matchers: names.filter(isMatcher).map((name) => ({ name })),
    states: [],
  }
}
