/**
 * `npm run bench [name] [argument…]`: runs a benchmark with its arguments, or all of them one after another, each in its
 * own process, so that none warms another.
 * They are compiled before, and measure dist/: a loader that compiles on the way makes some corpora of the engine up to a quarter slower.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

const notBenchmarks = new Set(['run.js', 'table.js'])
const all = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.js') && !notBenchmarks.has(file))
const [wanted, ...args] = process.argv.slice(2)
const chosen = wanted === undefined ? all : all.filter((file) => basename(file, '.js') === wanted)

if (chosen.length === 0) {
  process.stderr.write(`no such benchmark; available: ${all.map((file) => basename(file, '.js')).join(', ')}\n`)
  process.exit(2)
}
for (const file of chosen) {
  const { status } = spawnSync(process.execPath, ['--expose-gc', join(import.meta.dirname, file), ...args], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
