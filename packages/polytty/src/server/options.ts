/** The options of a server and their defaults. Checked once, with errors that say what would be right. */
import { readFileSync, statSync } from 'node:fs'
import { secretValues } from '../agent/index.js'
import { CoreError } from '../base/core-error.js'
import { defaults, FIRST_PORT, LAST_PORT } from '../base/limits.js'
import type { ServerOptions } from '../protocols/running-server.js'
import { Redactor } from '../redaction/redactor.js'
import { isLoopback } from '../transport/guard.js'

/** For servers that strangers can reach. */
const MIN_TOKEN_CHARS = 16
/** Of a folder such as /tmp, in which no one can replace another's files. */
const STICKY = 0o1000

/** Refuses what would be unsafe or cannot work. */
export function checkOptions({ host = defaults.host, port, token, ...options }: ServerOptions): void {
  const { allowOrigins = [], basePrefix = '', noAuth = false } = options
  if (!/^(?:\/[\w.~-]+)*$/.test(basePrefix))
    throw new CoreError('invalid-params', `${JSON.stringify(basePrefix)} is not a prefix: write it like /wsh or /a/b`)
  for (const origin of allowOrigins)
    if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]+\/?$/i.test(origin))
      throw new CoreError(
        'invalid-params',
        `${JSON.stringify(origin)} is not a valid origin: write it like https://example.org:8443`,
      )
  if (options.traces !== undefined && !/^https?:\/\/[^/]/.test(options.traces))
    throw new CoreError(
      'invalid-params',
      `${JSON.stringify(options.traces)} is not the address of a collector: write it like http://127.0.0.1:4318`,
    )
  checkPersistence(options)
  if (token !== undefined && token.length === 0)
    throw new CoreError('invalid-params', 'an empty token protects nothing: give a longer one, or none at all')
  if (!isLoopback(host) && token !== undefined && token.length < MIN_TOKEN_CHARS)
    throw new CoreError(
      'permission-denied',
      `a token of ${token.length} characters can be guessed: on ${host} it needs at least ${MIN_TOKEN_CHARS}`,
      { hint: 'Make one with: openssl rand -hex 16' },
    )
  if (!isLoopback(host) && token === undefined && !noAuth) {
    throw new CoreError(
      'permission-denied',
      `cannot listen on ${host}:${port ?? FIRST_PORT} without a token: anyone on the network could run programs here.`,
      { hint: 'Add --token "$(openssl rand -hex 16)", or bind to 127.0.0.1.' },
    )
  }
}

function checkPersistence({
  persist,
  persistRaw,
  hostSocket,
  redact,
  redactLiterals,
  redactPatterns,
  agents,
}: ServerOptions): void {
  if (persist === undefined) return
  if (hostSocket === undefined)
    throw new CoreError(
      'invalid-params',
      'keeping sessions on disk needs a host: remove --no-host, and give the server a --name if its port is 0',
    )
  const masks =
    redact || (redactLiterals?.length ?? 0) + (redactPatterns?.length ?? 0) > 0 || agents?.secrets !== undefined
  if (masks && !persistRaw)
    throw new CoreError(
      'permission-denied',
      '--persist writes unmasked output to disk, which --redact and --secrets are meant to prevent',
      {
        hint: 'Remove --persist, or allow it with --persist-raw',
      },
    )
  requireSafeFolder(persist)
}

/** Whoever can write there could replace a session by one whose command is then started again. */
function requireSafeFolder(path: string): void {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return
  if (!stat.isDirectory()) throw new CoreError('invalid-path', `--persist ${path} is not a folder`)
  const isShared = (stat.mode & 0o022) !== 0 && (stat.mode & STICKY) === 0
  if (isShared)
    throw new CoreError('permission-denied', `others can write to ${path}, so sessions are not kept there`, {
      hint: `chmod 700 ${path}, or give --persist a folder of your own`,
    })
}

/** What takes secrets out of everything that leaves the server; null where it was not asked for. */
export function readRedactor({ redact, agents, redactPatterns = [], ...options }: ServerOptions): Redactor | null {
  const literals = [...(options.redactLiterals ?? []), ...secretValues(agents)]
  if (!redact && literals.length + redactPatterns.length === 0) return null
  return new Redactor({ literals, patterns: redactPatterns, builtIn: redact ?? false })
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

/** The ports to try; `note` is what a server before left, whose clients and sessions know its port. */
export function candidatePorts({ port, ports }: ServerOptions, note = ''): readonly number[] {
  if (port !== undefined) return [port]
  if (ports) return ports
  const before = note === '' ? [] : [(JSON.parse(note) as { port: number }).port]
  return [...before, ...defaultPorts()]
}

function defaultPorts(): number[] {
  return Array.from({ length: LAST_PORT - FIRST_PORT + 1 }, (_, index) => FIRST_PORT + index)
}
