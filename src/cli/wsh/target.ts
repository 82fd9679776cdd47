/** Which server a client command means, and asking it: flags first, then the environment, then where `server` listens. */
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { CoreError } from '../../base/core-error.js'

export interface TargetFlags {
  readonly server?: string
  readonly token?: string
}

export const DEFAULT_BIND = '127.0.0.1:8080'

/** Where a server leaves the token it made, for its owner alone. */
export function tokenFile(port: number | string): string {
  return join(homedir(), '.polytty', `wsh-${port}.token`)
}

export class WshTarget {
  readonly url: URL
  readonly token: string | null

  constructor({ server, token }: TargetFlags) {
    const given = server ?? process.env.WSH_SERVER ?? `http://${DEFAULT_BIND}`
    const address = /^https?:\/\//.test(given) ? given : `http://${given}`
    if (!URL.canParse(address))
      throw new CoreError('invalid-params', `${given} is no address of a server`, {
        hint: 'Example: http://127.0.0.1:8080',
      })
    this.url = new URL(address)
    this.token = token ?? process.env.WSH_TOKEN ?? savedToken(this.url.port)
  }

  get headers(): Record<string, string> {
    return this.token === null ? {} : { authorization: `Bearer ${this.token}` }
  }

  /** Asks the server; a refusal becomes an error with the server's own words. */
  async ask<T>(verb: string, path: string, body?: object): Promise<T> {
    const response = await fetch(new URL(path, this.url), {
      method: verb,
      headers: this.headers,
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new CoreError(
        'not-found',
        `no server answers at ${this.url.origin}`,
        { hint: 'Start one with: polytty serve or polytty wsh server; name one with --server URL' },
        { cause: error },
      )
    })
    if (response.status === 401 || response.status === 403) throw refusedToken(response.status, await response.text())
    const text = await response.text()
    if (response.ok) return (text === '' ? null : JSON.parse(text)) as T
    throw new CoreError('invalid-request', messageOf(text) ?? `${verb} ${path}: ${response.status}`)
  }

  /** True when a server is there. */
  async isUp(): Promise<boolean> {
    return this.ask('GET', '/health').then(
      () => true,
      () => false,
    )
  }
}

/** What to do about it, in the words of a command line. */
function refusedToken(status: number, body: string): CoreError {
  const hint = 'Give the token with --token, or in the environment'
  const asked = status === 401 ? 'the server asks for a token' : 'the server refused'
  return new CoreError('auth-failed', status === 401 ? asked : `${asked}: ${messageOf(body) ?? status}`, { hint })
}

/** The message of an error body. */
export function messageOf(text: string): string | null {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string } }
    return error?.message ?? null
  } catch {
    return null
  }
}

function savedToken(port: string): string | null {
  try {
    return readFileSync(tokenFile(port), 'utf8').trim()
  } catch {
    return null
  }
}
