/** The sessions of the server as they are now, told by its own socket, and what can be done to them. */
import { signal } from '@preact/signals'
import { keepConnected } from './keep-connected.js'
import { ask, openSocket, sessionPath } from './server.js'

export interface SessionInfo {
  readonly name: string
  readonly command: string
  readonly cols: number
  readonly rows: number
  readonly clients: number
  readonly tags: readonly string[]
}

type ServerMessage =
  | { readonly method: 'list_sessions'; readonly result: readonly SessionInfo[] }
  | { readonly event: 'session_renamed'; readonly params: { readonly old_name: string; readonly new_name: string } }
  | { readonly event: string }

export const sessions = signal<readonly SessionInfo[] | null>(null)
export const connected = signal(false)

let socket: WebSocket | null = null

/** Asks for the list: sizes and numbers of clients change without being told. */
export function refreshSessions(): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send('{"method":"list_sessions"}')
}

/** Follows the server's sessions; `renamed` hears of new names. */
export function followSessions(renamed: (from: string, to: string) => void): () => void {
  addEventListener('focus', refreshSessions)
  return keepConnected({
    open: () => openSocket('/ws/json'),
    opened: (opened) => {
      socket = opened
      connected.value = true
      refreshSessions()
    },
    message: (data) => {
      const message = JSON.parse(data as string) as ServerMessage
      if ('result' in message) sessions.value = message.result
      else if ('event' in message) {
        if ('params' in message && message.event === 'session_renamed')
          renamed(message.params.old_name, message.params.new_name)
        refreshSessions()
      }
    },
    lost: () => {
      connected.value = false
      return 'again'
    },
    refused: () => {},
  })
}

export function createSession(options: { readonly name?: string; readonly command?: string }): Promise<SessionInfo> {
  return ask('POST', '/sessions', options)
}

export function renameSession(name: string, newName: string): Promise<SessionInfo> {
  return ask('PATCH', sessionPath(name), { name: newName })
}

export function killSession(name: string): Promise<null> {
  return ask('DELETE', sessionPath(name))
}
