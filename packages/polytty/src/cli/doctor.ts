/** `polytty doctor`: what this machine has of what polytty can use, and what to do about what is missing. */
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { bundledFamilies } from '@polytty/render'
import { FIRST_PORT } from '../base/limits.js'
import { version } from '../base/package.js'
import { defaultSocket, lookForServer } from '../cli-kit/find-server.js'
import { print } from '../cli-kit/print.js'
import { style } from '../cli-kit/style.js'
import { loadConfig } from '../config/load.js'
import { openRuntimeFolder, runtimeFolder } from '../files/runtime-folder.js'
import { SessionRegistry } from '../session/index.js'
import { libc } from '../system/libc.js'

interface Finding {
  readonly name: string
  /** `missing` is something that polytty can do without. */
  readonly state: 'ok' | 'missing' | 'broken'
  readonly text: string
  readonly fix?: string
}

type Check = () => Finding | Promise<Finding>

const checks: readonly Check[] = [
  checkNode,
  checkPty,
  checkKoffi,
  checkFacts,
  checkFonts,
  checkFfmpeg,
  checkBrowser,
  checkPort,
  checkRuntimeFolder,
  checkConfig,
  checkServer,
]

export async function doctor({ json }: { readonly json?: boolean }): Promise<void> {
  const findings: Finding[] = []
  for (const check of checks) {
    const finding = await check()
    findings.push(finding)
    if (!json) report(finding)
  }
  if (json) print(JSON.stringify(findings, null, 2))
  if (findings.some(({ state }) => state === 'broken')) process.exitCode = 1
}

const marks = { ok: ['✓', 'green'], missing: ['–', 'yellow'], broken: ['✗', 'red'] } as const

function report({ name, state, text, fix }: Finding): void {
  const [mark, color] = marks[state]
  print(`${style(color, mark)} ${name.padEnd(9)} ${text}`)
  if (fix !== undefined && state !== 'ok') print(`  ${' '.repeat(9)} → ${fix}`)
}

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isNew = major > 20 || (major === 20 && minor >= 19)
  const text = `${process.versions.node} on ${process.platform} ${process.arch}, polytty ${version}`
  return { name: 'Node', state: isNew ? 'ok' : 'broken', text, fix: 'install Node 20.19 or newer' }
}

async function checkPty(): Promise<Finding> {
  const sessions = new SessionRegistry()
  try {
    const session = await sessions.create({ program: '/bin/echo', args: ['it works'] })
    const { kind } = await session.wait({ type: 'text', text: 'it works' }, { timeoutMs: 5000 })
    if (kind === 'matched') return { name: 'PTY', state: 'ok', text: 'a program runs and is read' }
    return { name: 'PTY', state: 'broken', text: `a program that prints was not read: ${kind}`, fix: 'mount /dev/pts' }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { name: 'PTY', state: 'broken', text: reason, fix: 'check that /dev/ptmx and /dev/pts are there' }
  } finally {
    await sessions.dispose({ graceMs: 0 })
  }
}

function checkKoffi(): Finding {
  const name = 'koffi'
  if (libc()) return { name, state: 'ok', text: "the C library's own calls" }
  if (process.platform !== 'linux') return { name, state: 'missing', text: 'used on Linux alone' }
  return { name, state: 'missing', text: "programs are started by node-pty's fork", fix: 'npm install koffi' }
}

/** What can be seen of other processes of the same user: who waits for input. */
function checkFacts(): Finding {
  const name = 'facts'
  if (process.platform !== 'linux') return { name, state: 'missing', text: 'the kernel is asked on Linux alone' }
  try {
    readFileSync('/proc/self/syscall')
  } catch {
    return {
      name,
      state: 'missing',
      text: '/proc/PID/syscall cannot be read',
      fix: 'use a Linux kernel that offers it and does not hide it',
    }
  }
  const yama = readYama()
  const text = yama === null || yama < 2 ? 'the kernel says who waits for input' : `hidden by yama ptrace_scope ${yama}`
  return { name, state: yama === null || yama < 2 ? 'ok' : 'missing', text, fix: 'sysctl kernel.yama.ptrace_scope=1' }
}

function readYama(): number | null {
  try {
    return Number(readFileSync('/proc/sys/kernel/yama/ptrace_scope', 'utf8'))
  } catch {
    return null
  }
}

function checkFonts(): Finding {
  try {
    return { name: 'fonts', state: 'ok', text: `${bundledFamilies().length} families come with polytty` }
  } catch {
    return { name: 'fonts', state: 'broken', text: 'the bundled fonts are not there', fix: 'npm run build' }
  }
}

function checkFfmpeg(): Finding {
  const path = findOnPath('ffmpeg')
  if (path) return { name: 'ffmpeg', state: 'ok', text: path }
  return { name: 'ffmpeg', state: 'missing', text: 'no MP4 and WebM without it', fix: 'apt-get install ffmpeg' }
}

function checkBrowser(): Finding {
  const path = ['chromium', 'chromium-browser', 'google-chrome', 'firefox'].map(findOnPath).find((found) => found)
  if (path) return { name: 'browser', state: 'ok', text: `${path}, for the page at /ui` }
  return {
    name: 'browser',
    state: 'missing',
    text: 'none here; the page at /ui works in any',
    fix: 'any browser will do',
  }
}

async function checkPort(): Promise<Finding> {
  const code = await tryPort(FIRST_PORT)
  if (code === null) return { name: 'port', state: 'ok', text: `${FIRST_PORT} is free` }
  if (code === 'EADDRINUSE') return { name: 'port', state: 'ok', text: `${FIRST_PORT} is taken; serve takes the next` }
  return { name: 'port', state: 'broken', text: `cannot listen on 127.0.0.1:${FIRST_PORT}: ${code}`, fix: 'use --port' }
}

function tryPort(port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(null)))
  })
}

function checkRuntimeFolder(): Finding {
  const name = 'folder'
  try {
    const path = openRuntimeFolder()
    accessSync(path, constants.W_OK)
    const mode = (statSync(path).mode & 0o777).toString(8)
    return { name, state: 'ok', text: `${path}, mode ${mode}` }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return { name, state: 'broken', text, fix: `make ${runtimeFolder()} yours, or set XDG_RUNTIME_DIR` }
  }
}

function checkConfig(): Finding {
  try {
    const { files } = loadConfig()
    const found = files.filter((file) => file.found).map(({ path }) => path)
    return { name: 'config', state: 'ok', text: found.join(', ') || 'no files' }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return { name: 'config', state: 'broken', text, fix: 'correct that line' }
  }
}

async function checkServer(): Promise<Finding> {
  const name = 'server'
  const found = await lookForServer({}).catch((error: unknown) => String(error))
  if (typeof found === 'string') return { name, state: 'broken', text: found, fix: 'unset POLYTTY_SERVER' }
  if (found) return { name, state: 'ok', text: `${found.url}${found.socket === null ? '' : `, ${found.socket}`}` }
  const stale = existsSync(defaultSocket()) ? '; a socket of one that is gone will be replaced' : ''
  return { name, state: 'missing', text: `none is running${stale}`, fix: 'polytty serve; polytty new starts one too' }
}

function findOnPath(program: string): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, program)
    if (folder !== '' && existsSync(path)) return path
  }
  return null
}
