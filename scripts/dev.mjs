/**
 * `npm run dev`: builds again whenever a file changes, and starts the server again with what was built. Arguments go to
 * `polytty serve`.
 */
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const options = { cwd: root, stdio: 'inherit' }
const { status } = spawnSync(process.execPath, [join(root, 'scripts/setup.mjs')], options)
if (status !== 0) process.exit(status ?? 1)

const tsc = join(root, 'node_modules/.bin/tsc')
const children = [
  spawn(tsc, ['-b', '--watch', '--preserveWatchOutput'], options),
  // Node watches every file that the server has imported.
  spawn(
    process.execPath,
    // Not the bundle, which is made only by the build.
    ['--watch', '--watch-preserve-output', 'packages/polytty/dist/cli/main.js', 'serve', ...process.argv.slice(2)],
    options,
  ),
]
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
for (const child of children)
  child.on('exit', (code) => {
    for (const other of children) other.kill()
    process.exitCode ??= code ?? 0
  })
