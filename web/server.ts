/** Asking the server: the token if it wants one, requests, and a ticket for each socket, which can carry no header. */
import { signal } from '@preact/signals'

const STORED = 'polytty-token'

/** True while the server asks for a token that is not known, or was the wrong one. */
export const needsToken = signal(false)

export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

let known = sessionStorage.getItem(STORED)

/** Kept for this tab alone. */
export function useToken(token: string): void {
  known = token
  sessionStorage.setItem(STORED, token)
  needsToken.value = false
}

export async function ask<T>(verb: string, path: string, body?: object, token = known): Promise<T> {
  const response = await fetch(path, {
    method: verb,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.ok) return (text === '' ? null : JSON.parse(text)) as T
  const { error } = (text.startsWith('{') ? JSON.parse(text) : {}) as { error?: { code: string; message: string } }
  if (error?.code === 'auth_required' || error?.code === 'auth_invalid') needsToken.value = true
  throw new Refused(response.status, error?.message ?? `${verb} ${path}: ${response.status}`)
}

/** A socket on one of the server's paths. */
export async function openSocket(path: string, query: Record<string, string> = {}): Promise<WebSocket> {
  const { ticket } = await ask<{ ticket: string }>('POST', '/auth/ws-ticket')
  const url = new URL(path, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  url.search = new URLSearchParams({ ...query, ticket }).toString()
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  return socket
}

export function sessionPath(name: string): string {
  return `/sessions/${encodeURIComponent(name)}`
}
