/** With the token: answers that are too many or too large for one client stop no one else. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { WebSocket } from 'ws'
import type { Attack } from '../attack.js'
import type { Target } from '../target.js'

async function bigScreen(target: Target): Promise<string> {
  const { sessionId } = await target.call('Session.create', {
    shell: '/bin/cat',
    cols: 300,
    rows: 100,
  })
  return sessionId
}

function getContents(sessionId: string, count: number): object[] {
  return Array.from({ length: Math.ceil(count) }, (_, id) => ({
    ...{ jsonrpc: '2.0', id, method: 'Screen.getContents', params: { sessionId } },
  }))
}

async function openSocket(target: Target): Promise<WebSocket> {
  const socket = new WebSocket(target.url, { headers: target.bearer })
  socket.on('error', () => {})
  await once(socket, 'open')
  return socket
}

export const answers: readonly Attack[] = [
  {
    name: 'batch over HTTP',
    about: 'one POST that asks 1,000 times for the cells of a screen of 300×100',
    maxGrowthMb: 600,
    shortSize: 0.02,
    async run(target, size) {
      const requests = getContents(await bigScreen(target), 1000 * size)
      const response = await fetch(`http://127.0.0.1:${target.port}/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...target.bearer },
        body: JSON.stringify(requests),
      })
      let bytes = 0
      for await (const chunk of response.body!) bytes += chunk.length
      return `${(bytes / 1e6).toFixed(0)} MB sent as they were answered`
    },
  },
  {
    name: 'batch on a WebSocket',
    about: 'one message that asks 200 times for the cells of a screen of 300×100',
    maxGrowthMb: 700,
    shortSize: 0.02,
    async run(target, size) {
      const requests = getContents(await bigScreen(target), Math.max(200 * size, 100))
      const socket = await openSocket(target)
      socket.send(JSON.stringify(requests))
      const [data] = (await once(socket, 'message')) as [Buffer]
      socket.terminate()
      const refused = data.toString('latin1').split('ask for less').length - 1
      if (refused === 0) throw new Error('all of it was answered in one message')
      return `${refused} of ${requests.length} refused, in ${(data.length / 1e6).toFixed(0)} MB`
    },
  },
  {
    name: 'pipelined requests',
    about: '500 requests for the cells of a screen of 300×100, sent at once by a client that reads',
    maxGrowthMb: 600,
    shortSize: 0.02,
    async run(target, size) {
      const requests = getContents(await bigScreen(target), 500 * size)
      const socket = await openSocket(target)
      let answered = 0
      const all = new Promise<void>((resolve, reject) => {
        socket.on('message', () => {
          if (++answered === requests.length) resolve()
        })
        socket.on('close', () => reject(new Error(`cut off after ${answered} of ${requests.length} answers`)))
      })
      for (const request of requests) socket.send(JSON.stringify(request))
      await all
      socket.removeAllListeners('close')
      socket.terminate()
      return `all ${answered} answered`
    },
  },
  {
    name: 'unread answers',
    about: '300 clients that ask for the cells of a screen of 300×100 without end and read nothing',
    maxGrowthMb: 900,
    shortSize: 0.02,
    async run(target, size) {
      const request = JSON.stringify(getContents(await bigScreen(target), 1)[0])
      const sockets = Array.from({ length: Math.ceil(300 * size) }, () => connect(target.socket))
      for (const socket of sockets) {
        socket.on('error', () => {})
        socket.pause()
        socket.write(`${request}\n`.repeat(1000))
      }
      await new Promise((resolve) => setTimeout(resolve, 30_000 * size))
      for (const socket of sockets) socket.destroy()
      return `${sockets.length} clients were not read from either`
    },
  },
]
