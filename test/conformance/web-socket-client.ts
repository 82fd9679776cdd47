/** A player's client over a real WebSocket. What comes before anybody listens is kept. */
import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { PlayerClient } from './player.js'

export async function connectPlayer(url: string): Promise<PlayerClient> {
  const socket = new WebSocket(url)
  const early: string[] = []
  const keep = (data: Buffer): void => void early.push(data.toString())
  socket.on('message', keep)
  await once(socket, 'open')
  return {
    send: (text) => socket.send(text),
    close: () => socket.close(),
    onMessage: (listener) => {
      socket.off('message', keep)
      for (const text of early.splice(0)) listener(text)
      socket.on('message', (data: Buffer) => listener(data.toString()))
    },
  }
}
