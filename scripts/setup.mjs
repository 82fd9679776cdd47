/**
 * Makes a fresh clone ready: installs what package-lock.json names if node_modules is not that, and builds what has
 * changed. Runs before `npm start` and `npm test`, so it uses nothing but Node. With --tests it also says which
 * programs the end-to-end tests want and installs them where it may.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const stampFile = join(root, 'node_modules', '.polytty-setup')

/** Programs the end-to-end tests drive, and the Debian package of each. */
const testPrograms = [
  ['vim', 'vim'],
  ['less', 'less'],
  ['htop', 'htop'],
  ['tmux', 'tmux'],
  ['mc', 'mc'],
  ['nano', 'nano'],
  ['zsh', 'zsh'],
  ['fish', 'fish'],
  ['ffmpeg', 'ffmpeg'],
  ['chromium', 'chromium'],
]

checkNode()
installPackages()
run('npm', ['run', '--silent', 'build'], 'building')
if (process.argv.includes('--tests')) {
  findTestPrograms()
  installPythonClient()
}

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

function findTestPrograms() {
  const missing = testPrograms.filter(([program]) => !onPath(program))
  if (missing.length === 0) return
  const packages = missing.map(([, name]) => name)
  const line = `apt-get install -y ${packages.join(' ')}`
  if (process.env.CI === 'true' && process.getuid?.() === 0 && onPath('apt-get')) {
    say(`installing for the end-to-end tests: ${packages.join(', ')}`)
    mkdirSync('/var/lib/apt/lists/partial', { recursive: true })
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'], env })
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    })
    return
  }
  say(`some end-to-end tests need programs that are missing here: ${line}`)
}

/** The published Python client of wrightty, which must work against our server as it is. */
function installPythonClient() {
  const target = join(root, '.setup', 'python')
  if (existsSync(join(target, 'wrightty'))) return
  const args = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', target, 'wrightty==0.2.6']
  const { status } = spawnSync('python3', args, { stdio: 'ignore' })
  if (status !== 0) say('the test of the published Python client needs: python3 -m pip, and the package wrightty')
}

function onPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}

function run(command, args, doing) {
  say(`${doing}…`)
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) fail(`${doing} failed: ${error?.message ?? `${command} ${args.join(' ')} ended with ${status}`}`)
}

function say(text) {
  process.stderr.write(`polytty set-up: ${text}\n`)
}

function fail(text) {
  say(text)
  process.exit(1)
}
