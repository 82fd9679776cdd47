/** `polytty config`: what holds, and where it came from. */
import { print } from '../cli-kit/print.js'
import { formatTable } from '../cli-kit/table.js'
import { loadConfig, variableOf } from '../config/load.js'
import { settings } from '../config/schema.js'

export function showConfig({ json, all }: { readonly json?: boolean; readonly all?: boolean }): void {
  const { config, settings: set, files } = loadConfig()
  if (json) return print(JSON.stringify({ config: hideToken(config), files }, null, 2))
  for (const { path, found } of files) print(`${found ? 'read' : 'not there'}: ${path}`)
  if (set.length > 0) {
    const rows = set.map(({ name, value, source }) => [name, show(name, value), source])
    print(`\n${formatTable(['SETTING', 'VALUE', 'FROM'], rows)}`)
  }
  if (!all) return print('\npolytty config --all lists every setting')
  const rows = [...settings()].map(([name, schema]) => [name, variableOf(name), schema.description ?? ''])
  print(`\n${formatTable(['SETTING', 'VARIABLE', ''], rows)}`)
}

function show(name: string, value: unknown): string {
  return name === 'server.token' ? '(hidden)' : JSON.stringify(value)
}

function hideToken<T extends { server?: object }>(config: T): T {
  return config.server && 'token' in config.server
    ? { ...config, server: { ...config.server, token: '(hidden)' } }
    : config
}
