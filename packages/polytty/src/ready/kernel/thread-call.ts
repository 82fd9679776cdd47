/**
 * What a thread that sleeps waits for: the system call it is in, the descriptors that can wake it, and when it wakes by
 * itself. Read from /proc/PID/syscall, the call's arguments in the memory of the process, and /proc/PID/fdinfo.
 */
import { deviceOf, readLink, readMemory, readShort, readText } from './proc.js'
import { type CallName, callName } from './system-calls.js'

/** What is behind a descriptor. */
export type WaitsOn = 'terminal' | 'other-terminal' | 'socket' | 'pipe' | 'event' | 'file' | 'unknown'

export interface ThreadCall {
  /** `unknown` is a call that is not in the table. */
  readonly name: CallName | 'unknown'
  /** What it waits to read from; of a write, what it waits to write to. */
  readonly on: readonly WaitsOn[]
  /** The pipes and sockets among them, as the kernel names them. */
  readonly links: readonly string[]
  /** When it wakes by itself; null if it does not. */
  readonly timerMs: number | null
}

/** A thread that is on a processor, waits for one, or for a disk: it goes on by itself. */
export const running = 'running'

/** More descriptors than this are not looked at in one call. */
const MAX_DESCRIPTORS = 256
const EPOLLIN = 1
const POLLIN = 1
const TIMER_ABSTIME = 1
const CLOCK_REALTIME = 0
/** The device number of /dev/tty, which is the terminal of whoever opens it. */
const DEV_TTY = 0x500

/** Reads what the file `syscall` of a thread says; `terminal` is the device number of its terminal. */
export function decodeCall(text: string, pid: number, thread: number, terminal: number): ThreadCall | typeof running {
  if (text.startsWith(running)) return running
  const [number, ...args] = text.split(' ', 7)
  const name = callName(Number(number))
  const call = name === null ? { ...nothing, name: 'unknown' as const } : decode(name, args, pid, terminal)
  const mayBeDisk = name === null || call.on.includes('file')
  return mayBeDisk && stateOf(pid, thread) === 'D' ? running : call
}

function stateOf(pid: number, thread: number): string | undefined {
  const stat = readShort(`/proc/${pid}/task/${thread}/stat`)
  return stat?.[stat.lastIndexOf(')') + 2]
}

const nothing = { on: [], links: [], timerMs: null } as const

function decode(name: CallName, args: readonly string[], pid: number, terminal: number): ThreadCall {
  const waits = (descriptors: readonly number[] | null, timerMs: number | null = null): ThreadCall => {
    if (descriptors === null) return { ...nothing, name, on: ['unknown'], timerMs }
    const targets = descriptors.map((fd) => describe(pid, fd, terminal))
    const timers = [timerMs, ...targets.map((target) => target.timerMs)].filter((timer) => timer !== null)
    return {
      name,
      on: [...new Set(targets.flatMap((target) => target.on))],
      links: targets.flatMap((target) => target.links),
      timerMs: timers.length > 0 ? Math.min(...timers) : null,
    }
  }
  switch (name) {
    case 'read':
    case 'write':
    case 'recvfrom':
    case 'recvmsg':
    case 'accept':
    case 'connect':
      return waits([int(args[0])])
    case 'poll':
      return waits(polled(pid, args[0], args[1]), milliseconds(args[2]))
    case 'ppoll':
      return waits(polled(pid, args[0], args[1]), duration(pid, args[2], 1e6))
    case 'select':
      return waits(selected(pid, args[1], int(args[0])), duration(pid, args[4], 1e3))
    case 'pselect6':
      return waits(selected(pid, args[1], int(args[0])), duration(pid, args[4], 1e6))
    case 'epoll_wait':
    case 'epoll_pwait':
      return waits(watched(pid, int(args[0])), milliseconds(args[3]))
    case 'epoll_pwait2':
      return waits(watched(pid, int(args[0])), duration(pid, args[3], 1e6))
    case 'nanosleep':
      return { ...nothing, name, timerMs: duration(pid, args[0], 1e6) }
    case 'clock_nanosleep':
      return { ...nothing, name, timerMs: sleepLeft(pid, args) }
    case 'io_uring_enter':
    case 'restart_syscall':
      return { ...nothing, name, on: ['unknown'] }
    default:
      return { ...nothing, name }
  }
}

/** The descriptors that a poll waits to read from. */
function polled(pid: number, address: string, count: string): number[] | null {
  const wanted = Math.min(Number(count), MAX_DESCRIPTORS)
  if (wanted === 0) return []
  const sets = readMemory(pid, Number(address), 8 * wanted)
  if (!sets) return null
  const found: number[] = []
  for (let at = 0; at < sets.byteLength; at += 8)
    if (sets.getInt16(at + 4, true) & POLLIN) found.push(sets.getInt32(at, true))
  return found
}

function selected(pid: number, address: string, count: number): number[] | null {
  if (Number(address) === 0 || count <= 0) return []
  const bits = readMemory(pid, Number(address), Math.ceil(Math.min(count, 1024) / 64) * 8)
  if (!bits) return null
  const found: number[] = []
  for (let fd = 0; fd < count && fd < 1024 && found.length < MAX_DESCRIPTORS; fd++)
    if ((bits.getUint8(fd >> 3) >> (fd & 7)) & 1) found.push(fd)
  return found
}

function watched(pid: number, fd: number): number[] | null {
  const text = readText(`/proc/${pid}/fdinfo/${fd}`)
  if (text === null) return null
  const found: number[] = []
  for (const [, target, events] of text.matchAll(/^tfd:\s*(\d+)\s+events:\s*([0-9a-f]+)/gm))
    if (Number.parseInt(events, 16) & EPOLLIN && found.length < MAX_DESCRIPTORS) found.push(Number(target))
  return found
}

interface Target {
  readonly on: readonly WaitsOn[]
  readonly links: readonly string[]
  readonly timerMs: number | null
}

function describe(pid: number, fd: number, terminal: number, isNested = false): Target {
  const path = `/proc/${pid}/fd/${fd}`
  const link = readLink(path)
  const plain = (on: WaitsOn, links: readonly string[] = []): Target => ({ on: [on], links, timerMs: null })
  if (link === null) return plain('unknown')
  if (link.startsWith('socket:')) return plain('socket', [link])
  if (link.startsWith('pipe:')) return plain('pipe', [link])
  if (link === 'anon_inode:[timerfd]') return { on: ['event'], links: [], timerMs: expiry(pid, fd) }
  if (link === 'anon_inode:[eventpoll]' && !isNested) {
    const inner = watched(pid, fd)?.map((one) => describe(pid, one, terminal, true))
    return inner
      ? { on: inner.flatMap(({ on }) => on), links: inner.flatMap(({ links }) => links), timerMs: null }
      : plain('unknown')
  }
  if (link.startsWith('anon_inode:')) return plain('event')
  if (!link.startsWith('/dev/')) return plain('file')
  const device = deviceOf(path)
  if (device === terminal || device === DEV_TTY) return plain('terminal')
  return plain(/^\/dev\/(?:pts\/|ptmx|tty)/.test(link) ? 'other-terminal' : 'file')
}

/** Until a timer of a descriptor expires; null if it is not set. */
function expiry(pid: number, fd: number): number | null {
  const match = /^it_value:\s*\((\d+),\s*(\d+)\)/m.exec(readText(`/proc/${pid}/fdinfo/${fd}`) ?? '')
  if (!match) return null
  const left = Number(match[1]) * 1e3 + Number(match[2]) / 1e6
  return left === 0 ? null : left
}

/** The argument of a call as an int. */
function int(argument: string): number {
  return Number(BigInt.asIntN(32, BigInt(argument)))
}

/** A timeout as an argument: negative ones mean none. */
function milliseconds(argument: string): number | null {
  const value = int(argument)
  return value < 0 ? null : value
}

/** A timeout in memory, of seconds and a fraction; the address 0 means none. */
function duration(pid: number, address: string, perMs: number): number | null {
  if (Number(address) === 0) return null
  const time = readMemory(pid, Number(address), 16)
  // Not to be read: it may be short.
  return time ? Number(time.getBigInt64(0, true)) * 1e3 + Number(time.getBigInt64(8, true)) / perMs : 0
}

/** What is left of a sleep, which may be up to a time of the wall clock or of the monotonic one. */
function sleepLeft(pid: number, [clock, flags, address]: readonly string[]): number {
  const given = duration(pid, address, 1e6) ?? 0
  if ((int(flags) & TIMER_ABSTIME) === 0) return given
  const now = int(clock) === CLOCK_REALTIME ? Date.now() : Number(process.hrtime.bigint()) / 1e6
  return Math.max(0, given - now)
}
