/** A player's client over a real Unix socket, a message a line. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import type { PlayerClient } from './player.js'

export async function connectUnixPlayer(path: string): Promise<PlayerClient> {
  const socket = connect(path)
  await once(socket, 'connect')
  const lines = createInterface(socket)
  return {
    send: (text) => void socket.write(`${text}\n`),
    close: () => socket.destroy(),
    onMessage: (listener) => void lines.on('line', listener),
  }
}
