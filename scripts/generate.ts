/**
 * Writes from the declarations: a reference page and a machine-readable description of each protocol, the types of
 * @polytty/client and of the Python client, where wsh's methods are over HTTP, and the engine's table of control sequences. With --check nothing is written; what is out of date
 * fails.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { protocols } from '../packages/polytty/src/protocols/index.js'
import { clientRoutes } from './client-routes.js'
import { clientIndex, clientTypes } from './client-types.js'
import { commandReference } from './command-reference.js'
import { terminalReference } from './generate-terminal-docs.js'
import { pythonClient } from './python-client.js'
import { referencePage, referenceSchema } from './reference.js'

const root = join(import.meta.dirname, '..')

const docs = 'docs/reference'
const types = 'packages/client/src/generated'

const files: Record<string, string> = {
  [`${docs}/terminal.md`]: terminalReference(),
  ...(await commandReference()),
}
for (const protocol of protocols) {
  const declarations = await protocol.declarations()
  files[`${docs}/${protocol.name}.md`] = referencePage(protocol, declarations)
  files[`${docs}/${protocol.name}.schema.json`] = referenceSchema(declarations)
  files[`${types}/${protocol.name}.ts`] = clientTypes(protocol, declarations)
  if (protocol.name === 'wrightty') files['python/src/polytty/_wrightty.py'] = pythonClient(declarations)
}
files[`${types}/index.ts`] = clientIndex(protocols)
files[`${types}/wsh-routes.ts`] = clientRoutes()

const stale: string[] = []
for (const [name, text] of Object.entries(files)) {
  const path = join(root, name)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
  stale.push(name)
  if (process.argv.includes('--check')) continue
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

if (process.argv.includes('--check') && stale.length > 0) {
  process.stderr.write(`out of date: ${stale.join(', ')}\n  Run npm run gen and commit what it writes.\n`)
  process.exitCode = 1
}
