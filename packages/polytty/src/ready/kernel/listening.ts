/** Processes that wait for nothing but new connections: servers. Reads the kernel's tables of sockets, which may be long. */
import type { ProcessFacts } from './group.js'
import { readText } from './proc.js'
import { running } from './thread-call.js'

/** The state of a TCP socket that listens, and the flag of such a Unix socket. */
const TCP_LISTEN = '0A'
const ACCEPTS = 0x10000

/** The addresses that processes listen on, if those are all the sockets they wait for; empty if there is one they serve. */
export function findListening(processes: readonly ProcessFacts[]): string[] {
  const addresses = new Set<string>()
  for (const { pid, threads } of processes) {
    const links = threads.flatMap(({ call }) => (call === null || call === running ? [] : call.links))
    const inodes = links.map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1]).filter((inode) => inode !== undefined)
    if (inodes.length === 0) continue
    const listening = listeningSockets(pid)
    for (const inode of inodes) {
      const address = listening.get(inode)
      if (address === undefined) return []
      addresses.add(address)
    }
  }
  return [...addresses]
}

function listeningSockets(pid: number): Map<string, string> {
  const found = new Map<string, string>()
  for (const table of ['tcp', 'tcp6'])
    for (const row of rowsOf(`/proc/${pid}/net/${table}`)) {
      const [, local, , state] = row
      if (state === TCP_LISTEN)
        found.set(row[9], `port ${Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16)}`)
    }
  for (const [, , , flags, , , inode, path] of rowsOf(`/proc/${pid}/net/unix`))
    if (Number.parseInt(flags, 16) & ACCEPTS) found.set(inode, path ?? 'a Unix socket')
  return found
}

/** The rows of a table below its heading. */
function rowsOf(path: string): string[][] {
  const lines = readText(path)?.trimEnd().split('\n').slice(1) ?? []
  return lines.map((line) => line.trim().split(/\s+/))
}
