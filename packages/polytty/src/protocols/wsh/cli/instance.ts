/** The names of servers: each is a socket in its owner's folder, or leads to one that lies elsewhere. */
import { lstatSync, rmSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { CoreError } from '../../../base/core-error.js'
import { makeFolder } from '../../../files/make-folder.js'
import { answers } from '../../../transport/owner-socket.js'

export interface Named {
  readonly socket?: string
  readonly serverName?: string
}

/** The socket that was named, by its path or by its server's name; null if none was. */
export function namedSocket({ socket, ...named }: Named): string | null {
  const name = nameOf(named)
  return socket ?? (name === undefined ? null : instanceSocket(name))
}

/** Where a server without a name listens. */
export const defaultSocket = (): string => instanceSocket('default')

/** Where a server is to listen, and what gives its name back at its end. A second one without a name does without. */
export async function takeSocket(flags: Named): Promise<{ readonly socket?: string; release(): void }> {
  const name = nameOf(flags)
  const own = instanceSocket(name ?? 'default')
  const isTaken = await answers(own)
  if (isTaken && name !== undefined) throw new CoreError('conflict', `a server named ${name} is already running`)
  const free = (): void => {
    if (lstatSync(own, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(own)
  }
  if (!isTaken) free()
  if (flags.socket === undefined) return { ...(!isTaken && { socket: own }), release: () => {} }
  if (name === undefined) return { socket: flags.socket, release: () => {} }
  makeFolder(dirname(own), 0o700)
  rmSync(own, { force: true })
  symlinkSync(resolve(flags.socket), own)
  return { socket: flags.socket, release: free }
}

function nameOf({ serverName = process.env.WSH_SERVER_NAME }: Named): string | undefined {
  return serverName
}

function instanceSocket(name: string): string {
  if (!/^[\w.-]{1,64}$/.test(name))
    throw new CoreError('invalid-params', `${JSON.stringify(name)} is not a server's name: letters, digits, - _ .`)
  return join(homedir(), '.polytty', `wsh-${name}.sock`)
}
