/**
 * Makes a fresh clone ready: installs what package-lock.json names if node_modules is not that, and builds what has
 * changed. Runs before `npm start` and `npm test`, so it uses nothing but Node. With --tests it also
 * prepares what tests drive (prepare-tests.mjs).
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { print } from './print.mjs'

const root = join(import.meta.dirname, '..')
const stampFile = join(root, 'node_modules', '.polytty-setup')

checkNode()
installPackages()
run('npm', ['run', '--silent', 'build'], 'building')
if (process.argv.includes('--tests')) await import('./prepare-tests.mjs')

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  fail(`polytty needs Node 20.19 or newer; this is ${process.versions.node}.`)
}

function installPackages() {
  const stamp = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  // The build runs on its own below, with its own message.
  run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], 'installing packages')
  writeFileSync(stampFile, stamp)
}

function run(command, args, doing) {
  print(`${doing}…`)
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) fail(`${doing} failed: ${error?.message ?? `${command} ${args.join(' ')} ended with ${status}`}`)
}

function fail(text) {
  print(text)
  process.exit(1)
}
