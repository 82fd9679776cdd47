/**
 * The calls of the C library that Node does not offer and we need, mostly for PTYs, through koffi. Null where they cannot be had: on
 * another system than Linux, without koffi, or in a worker thread, which gets no signals.
 */
import { createRequire } from 'node:module'
import { isMainThread } from 'node:worker_threads'

export interface Libc {
  posix_openpt(flags: number): number
  grantpt(fd: number): number
  unlockpt(fd: number): number
  ptsname_r(fd: number, buffer: Uint8Array, size: number): number
  tcgetattr(fd: number, termios: Uint8Array): number
  tcgetpgrp(fd: number): number
  tcsetattr(fd: number, actions: number, termios: Uint8Array): number
  ioctl(fd: number, request: number, type: 'void *', argument: Uint8Array): number
  posix_spawn_file_actions_init(actions: Uint8Array): number
  posix_spawn_file_actions_destroy(actions: Uint8Array): number
  posix_spawn_file_actions_addopen(actions: Uint8Array, fd: number, path: string, flags: number, mode: number): number
  posix_spawn_file_actions_adddup2(actions: Uint8Array, fd: number, target: number): number
  posix_spawn_file_actions_addchdir_np(actions: Uint8Array, path: string): number
  posix_spawnattr_init(attributes: Uint8Array): number
  posix_spawnattr_destroy(attributes: Uint8Array): number
  posix_spawnattr_setflags(attributes: Uint8Array, flags: number): number
  posix_spawnattr_setsigdefault(attributes: Uint8Array, signals: Uint8Array): number
  posix_spawnattr_setsigmask(attributes: Uint8Array, signals: Uint8Array): number
  sigfillset(signals: Uint8Array): number
  posix_spawn(
    pid: Int32Array,
    path: string,
    actions: Uint8Array,
    attributes: Uint8Array,
    args: readonly (string | null)[],
    env: readonly (string | null)[],
  ): number
  read(fd: number, buffer: Uint8Array, length: number): number
  waitpid(pid: number, status: Int32Array, options: number): number
  poll(descriptors: Uint8Array, count: number, timeoutMs: number): number
  execve(path: string, args: readonly (string | null)[], env: readonly (string | null)[]): number
  socket(domain: number, type: number, protocol: number): number
  connect(fd: number, address: Uint8Array, length: number): number
  send(fd: number, bytes: Uint8Array, length: number, flags: number): number
  recv(fd: number, buffer: Uint8Array, length: number, flags: number): number
  /** The error number of the last call that failed with -1. */
  errno(): number
}

const buffer = 'uint8_t *'
const signatures: readonly [keyof Libc, string][] = [
  ['posix_openpt', 'int posix_openpt(int flags)'],
  ['grantpt', 'int grantpt(int fd)'],
  ['unlockpt', 'int unlockpt(int fd)'],
  ['ptsname_r', `int ptsname_r(int fd, _Out_ ${buffer}name, size_t size)`],
  ['tcgetattr', `int tcgetattr(int fd, _Out_ ${buffer}termios)`],
  ['tcgetpgrp', 'int tcgetpgrp(int fd)'],
  ['tcsetattr', `int tcsetattr(int fd, int actions, ${buffer}termios)`],
  ['ioctl', 'int ioctl(int fd, unsigned long request, ...)'],
  ['posix_spawn_file_actions_init', `int posix_spawn_file_actions_init(_Inout_ ${buffer}actions)`],
  ['posix_spawn_file_actions_destroy', `int posix_spawn_file_actions_destroy(_Inout_ ${buffer}actions)`],
  [
    'posix_spawn_file_actions_addopen',
    `int posix_spawn_file_actions_addopen(_Inout_ ${buffer}actions, int fd, const char *path, int flags, uint32_t mode)`,
  ],
  [
    'posix_spawn_file_actions_adddup2',
    `int posix_spawn_file_actions_adddup2(_Inout_ ${buffer}actions, int fd, int target)`,
  ],
  [
    'posix_spawn_file_actions_addchdir_np',
    `int posix_spawn_file_actions_addchdir_np(_Inout_ ${buffer}actions, const char *path)`,
  ],
  ['posix_spawnattr_init', `int posix_spawnattr_init(_Inout_ ${buffer}attributes)`],
  ['posix_spawnattr_destroy', `int posix_spawnattr_destroy(_Inout_ ${buffer}attributes)`],
  ['posix_spawnattr_setflags', `int posix_spawnattr_setflags(_Inout_ ${buffer}attributes, short flags)`],
  ['posix_spawnattr_setsigdefault', `int posix_spawnattr_setsigdefault(_Inout_ ${buffer}attributes, ${buffer}signals)`],
  ['posix_spawnattr_setsigmask', `int posix_spawnattr_setsigmask(_Inout_ ${buffer}attributes, ${buffer}signals)`],
  ['sigfillset', `int sigfillset(_Inout_ ${buffer}signals)`],
  [
    'posix_spawn',
    `int posix_spawn(_Out_ int *pid, const char *path, ${buffer}actions, ${buffer}attributes, const char **args, const char **env)`,
  ],
  ['read', `long read(int fd, _Out_ ${buffer}buffer, size_t length)`],
  ['waitpid', 'int waitpid(int pid, _Out_ int *status, int options)'],
  ['execve', 'int execve(const char *path, const char **args, const char **env)'],
  ['socket', 'int socket(int domain, int type, int protocol)'],
  ['connect', `int connect(int fd, ${buffer}address, uint32_t length)`],
  ['send', `long send(int fd, ${buffer}bytes, size_t length, int flags)`],
  ['recv', `long recv(int fd, _Out_ ${buffer}buffer, size_t length, int flags)`],
  ['poll', `int poll(_Inout_ ${buffer}descriptors, unsigned long count, int timeout)`],
]

interface Koffi {
  load(path: null): { func(signature: string): (...args: never[]) => number }
  errno(): number
}

let loaded: Libc | null | undefined

/** Loaded at first use: most commands never start a program. */
export function libc(): Libc | null {
  if (loaded === undefined) loaded = process.platform === 'linux' && isMainThread ? load() : null
  return loaded
}

function load(): Libc | null {
  try {
    const koffi = createRequire(import.meta.url)('koffi') as Koffi
    const library = koffi.load(null)
    const functions = signatures.map(([name, signature]) => [name, library.func(signature)])
    return { ...Object.fromEntries(functions), errno: () => koffi.errno() } as Libc
  } catch {
    return null
  }
}
