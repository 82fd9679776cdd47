/** A socket that is opened again when it is lost, less and less often, until it is let go. */
import { effect } from '@preact/signals'
import { isRefusal, needsToken } from './server.js'

export interface ConnectionHandlers {
  /** Opens a socket; called again for each attempt. */
  open(): Promise<WebSocket>
  opened(socket: WebSocket): void
  message(data: string | ArrayBuffer): void
  /** The socket is gone; another attempt follows unless this says that it is over. */
  lost(code: number, reason: string): 'over' | 'again'
  /** The server says that there is nothing to connect to. */
  refused(message: string): void
}

const FIRST_MS = 250
const LONGEST_MS = 8000

export function keepConnected(handlers: ConnectionHandlers): () => void {
  let socket: WebSocket | null = null
  let timer = 0
  let delay = FIRST_MS
  let released = false

  const again = (): void => {
    if (released) return
    timer = window.setTimeout(connect, delay)
    delay = Math.min(delay * 2, LONGEST_MS)
  }
  const connect = async (): Promise<void> => {
    // Whoever gives the token makes the next attempt: see the effect below.
    if (needsToken.value) return
    try {
      const opening = await handlers.open()
      if (released) return opening.close()
      socket = opening
    } catch (error) {
      if (released || needsToken.value) return
      if (isRefusal(error, 'session_not_found')) return handlers.refused((error as Error).message)
      return again()
    }
    socket.onopen = () => {
      delay = FIRST_MS
      handlers.opened(socket!)
    }
    socket.onmessage = ({ data }) => handlers.message(data as string | ArrayBuffer)
    socket.onclose = ({ code, reason }) => {
      if (!released && handlers.lost(code, reason) === 'again') again()
    }
  }
  const stopWatching = effect(() => {
    if (!needsToken.value) void connect()
  })
  return () => {
    released = true
    stopWatching()
    clearTimeout(timer)
    socket?.close()
  }
}
