/** A player's client over a real WebSocket. */
import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { PlayerClient } from './player.js'

export async function connectPlayer(url: string): Promise<PlayerClient> {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  return {
    send: (text) => socket.send(text),
    close: () => socket.close(),
    onMessage: (listener) => void socket.on('message', (data: Buffer) => listener(data.toString())),
  }
}
