/** Everything that must be clean before code lands, in the order in which failures are cheapest to fix. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const bin = join(import.meta.dirname, '..', 'node_modules', '.bin')
const steps = [
  ['format and lint', 'biome', ['check', '--error-on-warnings', '.']],
  ['types', 'tsc', ['-p', 'tsconfig.test.json']],
  ['types of the benchmarks', 'tsc', ['-p', 'tsconfig.bench.json', '--noEmit']],
  ['types of the page', 'tsc', ['-p', 'web/tsconfig.json']],
  ['layers', 'depcruise', ['--config', '.dependency-cruiser.cjs', 'packages']],
  ['unused code', 'knip', ['--no-progress']],
  ['generated docs', 'tsx', ['scripts/generate.ts', '--check']],
]

let failed = 0
for (const [name, command, args] of steps) {
  const { status } = spawnSync(join(bin, command), args, {
    stdio: 'inherit',
    env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
  })
  process.stdout.write(`${status === 0 ? '✓' : '✗'} ${name}\n`)
  if (status !== 0) failed++
}
process.exit(failed === 0 ? 0 : 1)
