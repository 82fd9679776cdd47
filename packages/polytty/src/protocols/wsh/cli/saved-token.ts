/**
 * The token that a server made for itself, left in a file for its owner. It opens that server and no other: a client
 * sends it only while the process that made it lives, only to this machine or to the address it was made for, only
 * encrypted where it leaves the machine, and only to the certificate that the server has.
 */
import { X509Certificate } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, networkInterfaces } from 'node:os'
import { dirname, join } from 'node:path'
import { connect } from 'node:tls'
import { CoreError } from '../../../base/core-error.js'
import { makeFolder } from '../../../files/make-folder.js'
import { statOf } from '../../../ready/kernel/proc.js'
import { isLoopback } from '../../../transport/guard.js'

interface SavedToken {
  readonly token: string
  readonly host: string
  readonly pid: number
  /** When that process started, on the kernel's scale; null where that cannot be seen. */
  readonly start: string | null
  /** SHA-256 of the certificate; null for a server without one. */
  readonly certificate: string | null
}

function tokenFile(port: number | string): string {
  return join(homedir(), '.polytty', `wsh-${port}.token`)
}

const startOf = (pid: number): string | null => statOf(pid)?.startTime.toString() ?? null

/** Saves it; the result removes it again. */
export function saveToken(host: string, port: number, token: string, certificate: string | undefined): () => void {
  const path = tokenFile(port)
  const fingerprint = certificate === undefined ? null : new X509Certificate(readFileSync(certificate)).fingerprint256
  const saved: SavedToken = { token, host, pid: process.pid, start: startOf(process.pid), certificate: fingerprint }
  makeFolder(dirname(path), 0o700)
  writeFileSync(path, `${JSON.stringify(saved)}\n`, { mode: 0o600 })
  return () => rmSync(path, { force: true })
}

/** The token for a server at this address, and the certificate it must have; null where none may be sent there. */
export function findToken(url: URL): { readonly token: string; readonly certificate: string | null } | null {
  const saved = readSaved(url.port || (url.protocol === 'https:' ? '443' : '80'))
  if (!saved || saved.start !== startOf(saved.pid)) return null
  const isEncrypted = url.protocol === 'https:'
  if (isEncrypted !== (saved.certificate !== null)) return null
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isHere = isLoopback(host) || isOwnAddress(host)
  if (!isHere && !(isEncrypted && host === saved.host)) return null
  return saved
}

/** Fails unless the server has this certificate, before it is sent anything. */
export async function requireCertificate(url: URL, certificate: string): Promise<void> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = await new Promise<string>((resolve, reject) => {
    const socket = connect({ host, port: Number(url.port || 443), rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate()?.fingerprint256 ?? '')
      socket.destroy()
    })
    socket.once('error', reject)
  })
  if (found === certificate) return
  throw new CoreError(
    'auth-failed',
    `the certificate of the server at ${url.origin} is not the one that the saved token was made with`,
    {
      hint: 'If that is expected, give the token with --token',
    },
  )
}

function isOwnAddress(host: string): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === host))
}

function readSaved(port: string): SavedToken | null {
  try {
    return JSON.parse(readFileSync(tokenFile(port), 'utf8')) as SavedToken
  } catch {
    return null
  }
}
