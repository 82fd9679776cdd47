/** With the token: recordings of a program that never stops printing have a bound, each and together. */
import { connect } from 'node:net'
import type { Attack } from '../attack.js'
import type { Target } from '../target.js'

async function flood(target: Target): Promise<string> {
  const { sessionId } = await target.call('Session.create', {
    shell: '/bin/sh',
    args: ['-c', 'exec yes "\x1b[31mall work and no play\x1b[0m makes a dull terminal"'],
  })
  return sessionId
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export const recordings: readonly Attack[] = [
  {
    name: 'recordings of a flood',
    about: '64 recordings of one program that prints without end',
    maxGrowthMb: 900,
    shortSize: 0.05,
    async run(target, size) {
      const sessionId = await flood(target)
      const ids: string[] = []
      for (let index = 0; index < 64 * size; index++)
        ids.push((await target.call('Recording.startSession', { sessionId })).recordingId)
      await wait(60_000 * size)
      const { data, endedEarly } = await target.call('Recording.stopSession', {
        recordingId: ids[0]!,
      })
      return `${ids.length} recordings; the first has ${(data.length / 1e6).toFixed(0)} MB: ${endedEarly ?? 'not ended early'}`
    },
  },
  {
    name: 'GIF recorders',
    about: '100 termwright clients that record one program that prints without end, then want their GIFs',
    maxGrowthMb: 1200,
    shortSize: 0.05,
    async run(target, size) {
      const sessionId = await flood(target)
      const clients = Array.from({ length: Math.ceil(100 * size) }, () => {
        const socket = connect(target.socket)
        socket.on('error', () => {})
        socket.resume()
        socket.write(`${JSON.stringify({ polytty: 'termwright', session: sessionId })}\n`)
        socket.write(`${JSON.stringify({ id: 1, method: 'start_recording', params: null })}\n`)
        return socket
      })
      await wait(30_000 * size)
      for (const socket of clients)
        socket.write(`${JSON.stringify({ id: 2, method: 'stop_recording', params: { fps: 1 } })}\n`)
      await wait(30_000 * size)
      for (const socket of clients) socket.destroy()
      return `${clients.length} recorders`
    },
  },
]
