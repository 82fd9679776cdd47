/**
 * Programs on PTYs by the calls of the C library itself: no helper process, no thread for each program, and nothing of
 * ours is open in theirs. posix_spawn makes the child the leader of a session before it opens the terminal, which thereby
 * becomes its controlling one; its exit is noticed by SIGCHLD.
 */
import { closeSync } from 'node:fs'
import { constants } from 'node:os'
import { CoreError } from '../../base/core-error.js'
import type { Libc } from '../../system/libc.js'
import type { PtyOptions } from './port.js'

/** Linux numbers that Node does not name, the same on all its processors that Node runs on. */
export const O_RDWR = 2
export const O_NOCTTY = 0o400
export const O_NONBLOCK = 0o4000
const O_CLOEXEC = 0o2000000
const TIOCSWINSZ = 0x5414
const WNOHANG = 1
const SETSIGDEF = 0x04
const SETSIGMASK = 0x08
const SETSID = 0x80
/** Of what a terminal does to its input: ends of lines it signals, bytes it takes past a full buffer, UTF-8. */
const BRKINT = 0x2
const IXANY = 0x800
const IMAXBEL = 0x2000
const IUTF8 = 0x4000

/** Larger than the types are in any C library. */
export const TERMIOS_BYTES = 128
const ACTIONS_BYTES = 512
const ATTRIBUTES_BYTES = 1024
const SIGNALS_BYTES = 256

type OnExit = (code: number, signal: number) => void

/** Programs that were started and not waited for, with who wants to know of their end. */
const running = new Map<number, OnExit>()

export interface Started {
  readonly fd: number
  readonly pid: number
}

/** Starts a program on a new PTY. */
export function startProgram(libc: Libc, options: PtyOptions, onExit: OnExit): Started {
  const fd = openMaster(libc, options)
  try {
    resizePty(libc, fd, options.cols, options.rows, options.pixelWidth, options.pixelHeight)
    const pid = spawn(libc, fd, options)
    watch(libc, pid, onExit)
    return { fd, pid }
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

export function resizePty(libc: Libc, fd: number, cols: number, rows: number, width: number, height: number): void {
  const size = new Uint8Array(Uint16Array.of(rows, cols, width, height).buffer)
  if (libc.ioctl(fd, TIOCSWINSZ, 'void *', size) !== 0) throw failed('resize the terminal', libc.errno(), {})
}

/** The path of the other end. */
export function nameOf(libc: Libc, fd: number): string {
  const name = new Uint8Array(64)
  libc.ptsname_r(fd, name, name.length)
  return new TextDecoder().decode(name.subarray(0, name.indexOf(0)))
}

function openMaster(libc: Libc, { program }: PtyOptions): number {
  const fd = libc.posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
  if (fd < 0) throw failed(`start ${JSON.stringify(program)}`, libc.errno(), { program })
  if (libc.grantpt(fd) === 0 && libc.unlockpt(fd) === 0) {
    setInputModes(libc, fd)
    return fd
  }
  const errno = libc.errno()
  closeSync(fd)
  throw failed(`start ${JSON.stringify(program)}`, errno, { program })
}

function setInputModes(libc: Libc, fd: number): void {
  const termios = new Uint8Array(TERMIOS_BYTES)
  if (libc.tcgetattr(fd, termios) !== 0) return
  new Uint32Array(termios.buffer, 0, 1)[0] |= BRKINT | IXANY | IMAXBEL | IUTF8
  libc.tcsetattr(fd, 0, termios)
}

function spawn(libc: Libc, fd: number, options: PtyOptions): number {
  const actions = new Uint8Array(ACTIONS_BYTES)
  const attributes = new Uint8Array(ATTRIBUTES_BYTES)
  const allSignals = new Uint8Array(SIGNALS_BYTES)
  libc.sigfillset(allSignals)
  libc.posix_spawn_file_actions_init(actions)
  libc.posix_spawnattr_init(attributes)
  try {
    libc.posix_spawn_file_actions_addopen(actions, 0, nameOf(libc, fd), O_RDWR, 0)
    libc.posix_spawn_file_actions_adddup2(actions, 0, 1)
    libc.posix_spawn_file_actions_adddup2(actions, 0, 2)
    libc.posix_spawn_file_actions_addchdir_np(actions, options.cwd)
    libc.posix_spawnattr_setflags(attributes, SETSIGDEF | SETSIGMASK | SETSID)
    libc.posix_spawnattr_setsigdefault(attributes, allSignals)
    libc.posix_spawnattr_setsigmask(attributes, new Uint8Array(SIGNALS_BYTES))
    const env = Object.entries(options.env).map(([key, value]) => `${key}=${value}`)
    const pid = new Int32Array(1)
    const args = [options.program, ...options.args, null]
    const errno = libc.posix_spawn(pid, options.path, actions, attributes, args, [...env, null])
    if (errno !== 0) throw failed(`start ${JSON.stringify(options.program)}`, errno, { program: options.program })
    return pid[0]
  } finally {
    libc.posix_spawn_file_actions_destroy(actions)
    libc.posix_spawnattr_destroy(attributes)
  }
}

let waits: (() => void) | null = null
/** A signal handler keeps no process alive; this does, while there is a program whose end is awaited. */
let alive: NodeJS.Timeout | null = null
const FOREVER_MS = 2_147_483_647

function watch(libc: Libc, pid: number, onExit: OnExit): void {
  running.set(pid, onExit)
  alive ??= setInterval(() => {}, FOREVER_MS)
  if (waits) return
  waits = () => waitForAll(libc)
  // Node waits for its own children by their numbers, and so do we.
  process.on('SIGCHLD', waits)
  // One that ended before the handler was there.
  setImmediate(waits)
}

function waitForAll(libc: Libc): void {
  const status = new Int32Array(1)
  for (const [pid, onExit] of running) {
    if (libc.waitpid(pid, status, WNOHANG) !== pid) continue
    running.delete(pid)
    const signal = status[0] & 0x7f
    onExit(signal === 0 ? (status[0] >> 8) & 0xff : 0, signal)
  }
  if (running.size > 0 || !alive) return
  clearInterval(alive)
  alive = null
}

const reasons = new Map<number, [string, string]>([
  [constants.errno.EAGAIN, ['no-processes', 'the system allows no more processes']],
  [constants.errno.ENOMEM, ['no-memory', 'the system has no memory left']],
  [constants.errno.EMFILE, ['no-descriptors', 'this process may open no more files (ulimit -n)']],
  [constants.errno.ENFILE, ['no-descriptors', 'the system may open no more files']],
  [constants.errno.ENOSPC, ['no-terminals', 'the system has no more pseudo-terminals (kernel.pty.max)']],
  [constants.errno.E2BIG, ['too-long', 'its arguments and environment are too long']],
  [constants.errno.ENOENT, ['program-missing', 'it does not exist']],
  [constants.errno.EACCES, ['program-not-executable', 'it may not be executed']],
  [constants.errno.ENOEXEC, ['program-not-executable', 'it is not a program']],
])

function failed(what: string, errno: number, data: Record<string, unknown>): CoreError {
  const [reason, message] = reasons.get(errno) ?? ['system-error', `system error ${errno}`]
  return new CoreError('spawn-failed', `could not ${what}: ${message}`, { ...data, reason, errno })
}
