/**
 * Writes docs/reference from the declarations: a page and a JSON Schema for each dialect, and the
 * engine's table of control sequences. With --check nothing is
 * written; a page that is out of date fails.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { ptywright, ptywrightErrors } from '../src/dialects/ptywright/index.js'
import { termwright, termwrightErrors } from '../src/dialects/termwright/index.js'
import { tuispec, tuispecErrors } from '../src/dialects/tuispec/index.js'
import { wrightty, wrighttyErrors } from '../src/dialects/wrightty/index.js'
import { wsh, wshErrors } from '../src/dialects/wsh/index.js'
import { terminalReference } from './generate-terminal-docs.js'
import { referencePage, referenceSchema } from './reference.js'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs', 'reference')

const pages: Record<string, string> = {
  'terminal.md': terminalReference(),
  'ptywright.md': referencePage(ptywright, ptywrightErrors),
  'ptywright.schema.json': referenceSchema(ptywright),
  'termwright.md': referencePage(termwright, termwrightErrors),
  'termwright.schema.json': referenceSchema(termwright),
  'tuispec.md': referencePage(tuispec, tuispecErrors),
  'tuispec.schema.json': referenceSchema(tuispec),
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
