/** Numbers of the system calls in which threads wait, as /proc/PID/syscall has them. */

export type CallName =
  | 'read'
  | 'write'
  | 'poll'
  | 'ppoll'
  | 'select'
  | 'pselect6'
  | 'epoll_wait'
  | 'epoll_pwait'
  | 'epoll_pwait2'
  | 'io_uring_enter'
  | 'futex'
  | 'nanosleep'
  | 'clock_nanosleep'
  | 'wait4'
  | 'waitid'
  | 'pause'
  | 'rt_sigsuspend'
  | 'rt_sigtimedwait'
  | 'recvfrom'
  | 'recvmsg'
  | 'accept'
  | 'connect'
  | 'open'
  | 'restart_syscall'

const x64: Readonly<Record<number, CallName>> = {
  0: 'read',
  1: 'write',
  2: 'open',
  7: 'poll',
  19: 'read',
  20: 'write',
  23: 'select',
  34: 'pause',
  35: 'nanosleep',
  42: 'connect',
  43: 'accept',
  45: 'recvfrom',
  47: 'recvmsg',
  61: 'wait4',
  128: 'rt_sigtimedwait',
  130: 'rt_sigsuspend',
  202: 'futex',
  219: 'restart_syscall',
  230: 'clock_nanosleep',
  232: 'epoll_wait',
  247: 'waitid',
  257: 'open',
  270: 'pselect6',
  271: 'ppoll',
  281: 'epoll_pwait',
  288: 'accept',
  426: 'io_uring_enter',
  441: 'epoll_pwait2',
  449: 'futex',
  455: 'futex',
}

const arm64: Readonly<Record<number, CallName>> = {
  22: 'epoll_pwait',
  56: 'open',
  63: 'read',
  64: 'write',
  65: 'read',
  66: 'write',
  72: 'pselect6',
  73: 'ppoll',
  95: 'waitid',
  98: 'futex',
  101: 'nanosleep',
  115: 'clock_nanosleep',
  128: 'restart_syscall',
  133: 'rt_sigsuspend',
  137: 'rt_sigtimedwait',
  202: 'accept',
  203: 'connect',
  207: 'recvfrom',
  212: 'recvmsg',
  242: 'accept',
  260: 'wait4',
  426: 'io_uring_enter',
  441: 'epoll_pwait2',
  449: 'futex',
  455: 'futex',
}

const tables: Readonly<Record<string, Readonly<Record<number, CallName>>>> = { x64, arm64 }

/** Whether calls can be identified on this machine. */
export const knowsCalls = process.arch in tables

export function callName(number: number): CallName | null {
  return tables[process.arch]?.[number] ?? null
}
