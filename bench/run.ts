/**
 * `npm run bench [name…]`: runs the benchmarks one after another, each in its own process, so that none warms another.
 * They are compiled before, and measure dist/: a loader that compiles on the way makes some corpora of the engine up to a quarter slower.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

const notBenchmarks = new Set(['run.js', 'table.js'])
const all = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.js') && !notBenchmarks.has(file))
const wanted = process.argv.slice(2)
const chosen = wanted.length === 0 ? all : all.filter((file) => wanted.includes(basename(file, '.js')))

if (chosen.length === 0) {
  process.stderr.write(`no such benchmark; there is: ${all.map((file) => basename(file, '.js')).join(', ')}\n`)
  process.exit(2)
}
for (const file of chosen) {
  const { status } = spawnSync(process.execPath, ['--expose-gc', join(import.meta.dirname, file)], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
