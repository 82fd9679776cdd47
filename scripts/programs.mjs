/** The programs that tests drive: what each is called, where it comes from, whether it is here, who may install it. */
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Names a program may have on the PATH, the first being its own, and the Debian packages it comes from.
 * @type {Readonly<Record<string, { names: readonly string[], packages: readonly string[] }>>}
 */
export const testPrograms = {
  bash: program('bash'),
  chromium: { names: ['chromium', 'chromium-browser', 'google-chrome'], packages: ['chromium'] },
  dash: program('dash'),
  dialog: program('dialog'),
  dropbear: { names: ['dropbear'], packages: ['dropbear-bin'] },
  ffmpeg: program('ffmpeg'),
  fish: program('fish'),
  git: program('git'),
  grep: program('grep'),
  htop: program('htop'),
  kitty: program('kitty'),
  less: program('less'),
  man: { names: ['man'], packages: ['man-db', 'groff-base'] },
  mc: program('mc'),
  mount: program('mount'),
  nano: program('nano'),
  openssl: program('openssl'),
  python3: { names: ['python3'], packages: ['python3', 'python3-pip'] },
  screen: program('screen'),
  script: { names: ['script'], packages: ['bsdutils'] },
  sed: program('sed'),
  setpriv: { names: ['setpriv'], packages: ['util-linux'] },
  setsid: { names: ['setsid'], packages: ['util-linux'] },
  ssh: { names: ['ssh'], packages: ['openssh-client'] },
  su: { names: ['su'], packages: ['util-linux'] },
  sudo: program('sudo'),
  tmux: program('tmux'),
  vim: program('vim'),
  whiptail: program('whiptail'),
  'xvfb-run': { names: ['xvfb-run'], packages: ['xvfb', 'xauth', 'libgl1-mesa-dri'] },
  zsh: program('zsh'),
}

const prepared = join(import.meta.dirname, '..', '.setup')

/** Where the set-up puts the published Python client of wrightty. */
export const pythonClient = join(prepared, 'python')

/** Where it puts the published Python library of MCP. */
export const pythonMcp = join(prepared, 'python-mcp')

/** And pytest, with what its own tests of Python need. */
export const pythonTest = join(prepared, 'python-test')

/** And a server of NATS, for the tests of fleets. */
export const natsFolder = join(prepared, 'nats')

/** The server of NATS: that of the set-up, or one on the PATH; undefined where there is none. */
export function findNats() {
  return findOnPath(
    'nats-server',
    `${join(natsFolder, 'bin')}${delimiter}${process.env.POLYTTY_WHOLE_PATH ?? process.env.PATH ?? ''}`,
  )
}

/**
 * Where the set-up writes the path of the real interpreter: tests have a HOME of their own, in which a version manager's
 * `python3` finds none.
 */
export const pythonFile = join(prepared, 'python3')

/** @param {string} name */
function program(name) {
  return { names: [name], packages: [name] }
}

/**
 * The path of a program in `testPrograms`, undefined where it is missing.
 * @param {string} name
 * @param {string} [path]
 */
export function findProgram(name, path) {
  return testPrograms[name].names.map((candidate) => findOnPath(candidate, path)).find(Boolean)
}

/**
 * @param {string} name
 * @param {string} [path]
 */
export function findOnPath(name, path = process.env.PATH ?? '') {
  const folders = path.split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/**
 * Whether the set-up may install packages by itself. A person at a terminal is asked to: their machine is theirs.
 * @param {{ env: Readonly<Record<string, string | undefined>>, isRoot: boolean, hasAptGet: boolean, isTty: boolean }} where
 */
export function mayInstall({ env, isRoot, hasAptGet, isTty }) {
  if (env.POLYTTY_NO_INSTALL === '1' || !isRoot || !hasAptGet) return false
  return env.CI === 'true' || env.POLYTTY_INSTALL === '1' || !isTty
}

// Run by itself: the packages of what is missing here, for a line that installs them.
if (process.argv[1] === import.meta.filename) {
  const missing = Object.keys(testPrograms).filter((name) => !findProgram(name))
  process.stdout.write(`${missing.flatMap((name) => testPrograms[name].packages).join(' ')}\n`)
}
