/** The sessions of the server as they are now, reported by its own socket, and what can be done to them. */
import { type ChannelHandler, type ParamsOf, type ResultOf, RpcClient, type Wsh } from '@polytty/client'
import { signal } from '@preact/signals'
import { keepConnected } from './keep-connected.js'
import { call, openSocket } from './server.js'

export type SessionInfo = ResultOf<Wsh, 'get_session'>

export const sessions = signal<readonly SessionInfo[] | null>(null)
export const connected = signal(false)

let client: RpcClient<Wsh> | null = null

/** Asks for the list: sizes and numbers of clients change without notice. */
export function refreshSessions(): void {
  client?.call('list_sessions', { ended: true }).then(
    (list) => {
      sessions.value = list
    },
    // The connection is gone; the next one asks again.
    () => {},
  )
}

/** Follows the server's sessions; `renamed` gets new names. */
export function followSessions(renamed: (from: string, to: string) => void): () => void {
  addEventListener('focus', refreshSessions)
  let handler: ChannelHandler | null = null
  return keepConnected({
    open: () => openSocket('/ws/json'),
    opened: (socket) => {
      client = new RpcClient<Wsh>({
        send: (text) => socket.send(text),
        close: () => socket.close(),
        receive: (receiver) => {
          handler = receiver
        },
      })
      client.onEvent((event) => {
        if (event.name === 'session_renamed') renamed(event.params.params.old_name, event.params.params.new_name)
        refreshSessions()
      })
      connected.value = true
      refreshSessions()
    },
    message: (data) => handler?.message(data as string),
    lost: (_, reason) => {
      handler?.closed(reason)
      client = null
      connected.value = false
      return 'again'
    },
    refused: () => {},
  })
}

export function createSession(options: ParamsOf<Wsh, 'create_session'>): Promise<SessionInfo> {
  return call('create_session', options)
}

export function renameSession(name: string, newName: string): Promise<SessionInfo> {
  return call('update_session', { session: name, name: newName })
}

/** What marks a session that an agent has handed to a person. */
export const HANDED_OVER = 'handed-over'

/** Gives a session back to the agent that handed it over. */
export function giveBack(name: string): Promise<SessionInfo> {
  return call('update_session', { session: name, remove_tags: [HANDED_OVER] })
}

/** Ends it if it runs, and forgets it. */
export async function removeSession(name: string): Promise<void> {
  await call('kill_session', { name })
  refreshSessions()
}
