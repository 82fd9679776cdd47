/** With the token: patterns that take as much work as is allowed, looked for again at every change of a screen. */
import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Attack } from '../attack.js'

export const patterns: readonly Attack[] = [
  {
    name: 'expensive patterns',
    about: '50 waits for the most expensive patterns on a program that prints without end',
    maxGrowthMb: 400,
    shortSize: 0.1,
    async run(target, size) {
      const { sessionId } = await target.call('Session.create', {
        ...{ shell: '/bin/sh', args: ['-c', 'exec yes "all work and no play makes a dull terminal"'] },
        ...{ cols: 200, rows: 50 },
      })
      const socket = new WebSocket(target.url, { headers: target.bearer })
      socket.on('error', () => {})
      await once(socket, 'open')
      let answered = 0
      let refused = 0
      socket.on('message', (data: Buffer) => {
        answered++
        if (data.toString().includes('the pattern')) refused++
      })
      const waits = Math.ceil(50 * size)
      for (let id = 0; id < waits; id++) {
        const pattern = id % 5 === 0 ? '\\pL{1000}'.repeat(900) : `(.|\\n){${990 - id}}z{${id + 1}}`
        const params = { sessionId, pattern, isRegex: true, timeout: 60_000 }
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'Screen.waitForText', params }))
      }
      await new Promise((resolve) => setTimeout(resolve, 20_000 * size))
      socket.terminate()
      if (refused === 0) throw new Error('no pattern was refused')
      return `${refused} of ${waits} refused, ${answered - refused} answered, the others waited`
    },
  },
]
