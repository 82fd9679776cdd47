/** What a server can be told, and what it does when told nothing. Checked once, with errors that say what would be right. */
import { readFileSync } from 'node:fs'
import { CoreError } from '../base/core-error.js'
import { Redactor } from '../text/redact.js'
import { isLoopback } from '../transport/guard.js'

export interface ServerOptions {
  /** Address to bind; 127.0.0.1 if absent. Any other than loopback needs a token. */
  readonly host?: string
  /** Port to bind; the first free one from 9420 to 9520 if absent, any free one if 0. */
  readonly port?: number
  /** Also listen on this Unix socket. */
  readonly socket?: string
  /** Bearer token and wrightty password. */
  readonly token?: string
  readonly name?: string
  readonly maxSessions?: number
  readonly maxConnections?: number
  readonly maxMessageBytes?: number
  /** Bytes queued for a client that does not read, before it is cut off. */
  readonly maxQueueBytes?: number
  /** Requests one connection may have unanswered. */
  readonly maxWaits?: number
  readonly allowOrigins?: readonly string[]
  /** PEM files; with both, the port speaks TLS alone. */
  readonly tlsCert?: string
  readonly tlsKey?: string
  /** The program of sessions that name none; $SHELL or /bin/sh if absent. */
  readonly shell?: string
  /** Manifests of ptywright plugins to load, and whether clients may load further ones. */
  readonly plugins?: readonly string[]
  readonly allowPluginLoad?: boolean
  /** Mask what looks like a secret in everything that leaves the server. */
  readonly redact?: boolean
  /** Also mask these texts, and what these regular expressions match. */
  readonly redactLiterals?: readonly string[]
  readonly redactPatterns?: readonly string[]
}

export const FIRST_PORT = 9420
export const LAST_PORT = 9520

export const defaults = {
  host: '127.0.0.1',
  maxSessions: 256,
  maxConnections: 512,
  maxMessageBytes: 10 * 1024 * 1024,
  maxQueueBytes: 64 * 1024 * 1024,
  maxWaits: 256,
} as const

/** For servers that strangers can reach. */
const MIN_TOKEN_CHARS = 16

/** Refuses what would be unsafe or cannot work. */
export function checkOptions({ host = defaults.host, port, token, allowOrigins = [] }: ServerOptions): void {
  for (const origin of allowOrigins)
    if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]+\/?$/i.test(origin))
      throw new CoreError(
        'invalid-params',
        `${JSON.stringify(origin)} is no origin: it looks like https://example.org:8443`,
      )
  if (token !== undefined && token.length === 0)
    throw new CoreError('invalid-params', 'an empty token protects nothing: give a longer one, or none')
  if (!isLoopback(host) && token !== undefined && token.length < MIN_TOKEN_CHARS)
    throw new CoreError(
      'permission-denied',
      `a token of ${token.length} characters can be guessed: on ${host} it needs at least ${MIN_TOKEN_CHARS}`,
      { hint: 'Make one with: openssl rand -hex 16' },
    )
  if (!isLoopback(host) && token === undefined) {
    throw new CoreError(
      'permission-denied',
      `cannot listen on ${host}:${port ?? FIRST_PORT} without a token: anyone on the network could run programs here.`,
      { hint: 'Add --token "$(openssl rand -hex 16)", or bind to 127.0.0.1.' },
    )
  }
}

/** What takes secrets out of everything that leaves the server; null where it was not asked for. */
export function readRedactor({ redact, redactLiterals = [], redactPatterns = [] }: ServerOptions): Redactor | null {
  if (!redact && redactLiterals.length + redactPatterns.length === 0) return null
  return new Redactor({ literals: redactLiterals, patterns: redactPatterns, builtIn: redact ?? false })
}

/** The certificate and its key, if the port is to speak TLS. */
export function readTls({ tlsCert, tlsKey }: ServerOptions): { cert: Buffer; key: Buffer } | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined
  if (tlsCert === undefined || tlsKey === undefined)
    throw new CoreError('invalid-params', 'TLS needs both --tls-cert and --tls-key')
  return { cert: readPem(tlsCert), key: readPem(tlsKey) }
}

function readPem(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new CoreError('invalid-path', `cannot read ${path}: ${(error as NodeJS.ErrnoException).code}`)
  }
}

export function candidatePorts(port: number | undefined): readonly number[] {
  if (port !== undefined) return [port]
  return Array.from({ length: LAST_PORT - FIRST_PORT + 1 }, (_, index) => FIRST_PORT + index)
}
