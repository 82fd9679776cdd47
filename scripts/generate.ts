/**
 * Writes docs/reference from the declarations: a page and a JSON Schema for each dialect. With --check nothing is
 * written; a page that is out of date fails.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { termwright, termwrightErrors } from '../src/dialects/termwright/index.js'
import { wrightty, wrighttyErrors } from '../src/dialects/wrightty/index.js'
import { wsh, wshErrors } from '../src/dialects/wsh/index.js'
import { referencePage, referenceSchema } from './reference.js'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs', 'reference')

const pages: Record<string, string> = {
  'termwright.md': referencePage(termwright, termwrightErrors),
  'termwright.schema.json': referenceSchema(termwright),
  'wrightty.md': referencePage(wrightty, wrighttyErrors),
  'wrightty.schema.json': referenceSchema(wrightty),
  'wsh.md': referencePage(wsh, wshErrors),
  'wsh.schema.json': referenceSchema(wsh),
}

const stale: string[] = []
for (const [name, text] of Object.entries(pages)) {
  const path = join(folder, name)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
  stale.push(relative(root, path))
  if (process.argv.includes('--check')) continue
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

if (process.argv.includes('--check') && stale.length > 0) {
  process.stderr.write(`out of date: ${stale.join(', ')}\n  Run npm run gen and commit what it writes.\n`)
  process.exitCode = 1
}
