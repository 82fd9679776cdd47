/** Without the token: nothing that a stranger does fills the memory or keeps the owner out. */
import type { Attack } from '../attack.js'
import { allClosed, frame, RawClient } from '../raw.js'
import type { Target } from '../target.js'

/** A stranger has 10 s; the rest is for a busy machine. */
const CLOSED_WITHIN_S = 20

function count(clients: readonly RawClient[], words: string): number {
  return clients.filter(({ received }) => received.includes(words)).length
}

function endAll(clients: readonly RawClient[]): void {
  for (const client of clients) client.destroy()
}

const post = (target: Target, path: string, headers: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`

export const strangers: readonly Attack[] = [
  {
    name: 'unread pongs',
    about: 'a WebSocket without a password that sends pings as fast as it can and reads no answer',
    maxGrowthMb: 150,
    shortSize: 0.1,
    async run(target, size) {
      const client = await RawClient.upgraded(target, true)
      const pings = Buffer.concat(Array.from({ length: 500 }, () => frame(9, Buffer.alloc(125, 'p'))))
      await client.flood(pings, 2e9 * size, AbortSignal.timeout(30_000 * size + 12_000))
      client.socket.resume()
      await allClosed([client], CLOSED_WITHIN_S)
      return `${(client.sent / 1e6).toFixed(0)} MB of pings, then closed`
    },
  },
  {
    name: 'unfinished messages',
    about: '150 WebSockets without a password, each with 20 MB of a message that never ends',
    maxGrowthMb: 250,
    shortSize: 0.1,
    async run(target, size) {
      const clients = await Promise.all(Array.from({ length: Math.ceil(150 * size) }, () => RawClient.upgraded(target)))
      const part = Buffer.alloc(1e6, 'x')
      await Promise.all(
        clients.map(async (client) => {
          await client.write(frame(1, Buffer.alloc(0), { length: 20_000_001 }))
          await client.flood(part, 20e6, AbortSignal.timeout(30_000))
        }),
      )
      await allClosed(clients, CLOSED_WITHIN_S)
      return `all ${clients.length} closed`
    },
  },
  {
    name: 'messages in pieces',
    about: '150 WebSockets without a password, each with a message in pieces of one byte',
    maxGrowthMb: 150,
    shortSize: 0.1,
    async run(target, size) {
      const clients = await Promise.all(Array.from({ length: Math.ceil(150 * size) }, () => RawClient.upgraded(target)))
      const piece = frame(0, Buffer.from('x'), { fin: false })
      const pieces = Buffer.concat(Array.from({ length: 2000 }, () => piece))
      await Promise.all(
        clients.map(async (client) => {
          await client.write(frame(1, Buffer.from('x'), { fin: false }))
          await client.flood(pieces, 3e6, AbortSignal.timeout(30_000))
        }),
      )
      await allClosed(clients, CLOSED_WITHIN_S)
      return `all ${clients.length} closed`
    },
  },
  {
    name: 'batches before authentication',
    about: '50 WebSockets without a password that send batches of 900 requests and read no answer',
    maxGrowthMb: 150,
    shortSize: 0.1,
    async run(target, size) {
      const count = Math.ceil(50 * size)
      const clients = await Promise.all(Array.from({ length: count }, () => RawClient.upgraded(target, true)))
      const info = { jsonrpc: '2.0', id: 1, method: 'Wrightty.getInfo' }
      const batch = frame(1, Buffer.from(JSON.stringify(Array.from({ length: 900 }, () => info))))
      await Promise.all(clients.map((client) => client.flood(batch, 50e6, AbortSignal.timeout(12_000))))
      for (const client of clients) client.socket.resume()
      await allClosed(clients, CLOSED_WITHIN_S)
      return `all ${clients.length} closed`
    },
  },
  {
    name: 'unread responses',
    about: '20 connections that send requests to an open page as fast as they can and read no answer',
    maxGrowthMb: 200,
    shortSize: 0.1,
    async run(target, size) {
      const clients = await RawClient.many(target, 20 * size, true)
      const requests = Buffer.from(`GET /health HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\n\r\n`.repeat(200))
      await Promise.all(clients.map((client) => client.flood(requests, 200e6, AbortSignal.timeout(12_000))))
      for (const client of clients) client.socket.resume()
      await allClosed(clients, CLOSED_WITHIN_S)
      const sent = clients.reduce((sum, client) => sum + client.sent, 0)
      return `closed after ${(sent / 1e6).toFixed(1)} MB of requests`
    },
  },
  {
    name: 'unfinished bodies',
    about: '150 requests without a token, each with 9.9 MB of a body that never ends',
    maxGrowthMb: 250,
    shortSize: 0.1,
    async run(target, size) {
      const clients = await RawClient.many(target, 150 * size)
      const part = Buffer.alloc(990_000, 'x')
      await Promise.all(
        clients.map(async (client) => {
          await client.write(post(target, '/', 'Content-Length: 10000000'))
          await client.flood(part, 9.9e6, AbortSignal.timeout(30_000))
        }),
      )
      await allClosed(clients, CLOSED_WITHIN_S)
      return `all ${clients.length} closed, ${count(clients, ' 413 ')} of them with a reason`
    },
  },
  {
    name: 'unfinished small bodies',
    about: '300 requests without a token whose bodies are within the bound and never end',
    maxGrowthMb: 150,
    shortSize: 0.1,
    async run(target, size) {
      const clients = await RawClient.many(target, 300 * size)
      await Promise.all(
        clients.map((client) => client.write(`${post(target, '/', 'Content-Length: 65000')}${'x'.repeat(60_000)}`)),
      )
      await allClosed(clients, CLOSED_WITHIN_S)
      return `all ${clients.length} closed`
    },
  },
  {
    name: 'endless body',
    about: 'a body without a length and without an end, to a route that needs the token',
    maxGrowthMb: 150,
    shortSize: 0.1,
    async run(target, size) {
      const client = await RawClient.connect(target)
      await client.write(post(target, '/sessions', 'Transfer-Encoding: chunked'))
      const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000, 'x'), Buffer.from('\r\n')])
      await client.flood(chunk, 4e9 * size, AbortSignal.timeout(20_000))
      if (client.open) throw new Error(`${(client.sent / 1e6).toFixed(0)} MB were swallowed`)
      return `closed after ${(client.sent / 1e6).toFixed(1)} MB`
    },
  },
  {
    name: 'silent connections',
    about: '600 connections that say nothing at all',
    maxGrowthMb: 100,
    shortSize: 0.1,
    async run(target, size) {
      const clients = await RawClient.many(target, 600 * size)
      await allClosed(clients, CLOSED_WITHIN_S)
      return `all ${clients.length} closed`
    },
  },
  {
    name: 'slow headers',
    about: '300 requests whose headers come a byte at a time',
    maxGrowthMb: 100,
    shortSize: 0.1,
    async run(target, size) {
      const clients = await RawClient.many(target, 300 * size)
      await Promise.all(clients.map((client) => client.write('GET / HTTP/1.1\r\nX-Slow: ')))
      const drip = setInterval(() => clients.forEach((client) => void client.write('x')), 500)
      await allClosed(clients, CLOSED_WITHIN_S).finally(() => clearInterval(drip))
      return `all ${clients.length} closed`
    },
  },
  {
    name: 'idle WebSockets',
    about: '600 WebSockets that never authenticate',
    maxGrowthMb: 150,
    shortSize: 0.1,
    async run(target, size) {
      const clients = await Promise.all(Array.from({ length: Math.ceil(600 * size) }, () => RawClient.upgraded(target)))
      await allClosed(clients, CLOSED_WITHIN_S)
      return `all ${clients.length} closed`
    },
  },
  {
    name: 'connection churn',
    about: 'silent connections, each replaced by a new one as soon as it is closed',
    // A fast machine makes thousands in a second, and what they leave is collected only now and then.
    maxGrowthMb: 150,
    shortSize: 0.1,
    async run(target, size) {
      const until = Date.now() + 10_000 * size + 2000
      let made = 0
      await Promise.all(
        Array.from({ length: 100 }, async () => {
          while (Date.now() < until) {
            const clients = await RawClient.many(target, 5)
            made += clients.length
            await Promise.race([clients[0]!.closed, new Promise((resolve) => setTimeout(resolve, 100))])
            endAll(clients)
          }
        }),
      )
      return `${made} connections`
    },
  },
]
