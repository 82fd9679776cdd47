/** Tokens, origins and limits hold for every method, route and socket of every dialect: each list is gone through. */
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { RpcError } from '@polytty/client'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { wrightty } from '../../../packages/polytty/src/protocols/wrightty/dialect.js'
import { routes } from '../../../packages/polytty/src/protocols/wsh/routes.js'
import { type Shared, shareServer } from './clients.js'

const TOKEN = 'a token that no one guesses'
/** What everyone may see: whether someone is there, the page that asks for the token, and what the routes are. */
const open = new Set(['GET /health', 'GET /', 'GET /ui', 'GET /openapi.yaml', 'GET /docs'])
/** wrightty says who it is before it gets the password. */
const openMethods = new Set(['Wrightty.getInfo', 'Wrightty.authenticate'])
const sockets = ['/', '/ws/json', '/sessions/one/ws/json', '/sessions/one/ws/raw', '/sessions/one/ws/attach']

const paths = [
  ...routes.map(({ verb, path }) => `${verb} ${path}`),
  'POST /',
  'GET /',
  'GET /ui',
  'GET /openapi.yaml',
  'GET /docs',
  'POST /mcp',
]

/** The status of an answer, with headers that fetch would not send. */
async function status(shared: Shared, line: string, headers: Record<string, string>): Promise<number> {
  const [method, path] = line.split(' ') as [string, string]
  const target = path.replaceAll('{name}', 'one').replace(/\{\w+\}/g, '1')
  const sent = httpRequest({ port: shared.server.port, host: '127.0.0.1', method, path: target, headers })
  const answered = once(sent, 'response') as Promise<[{ statusCode: number; resume(): void }]>
  sent.end(method === 'GET' || method === 'DELETE' ? undefined : '{"jsonrpc":"2.0","id":1,"method":"Session.list"}')
  const [response] = await answered
  response.resume()
  return response.statusCode
}

async function upgrade(shared: Shared, path: string, headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(`${shared.server.url}${path}`, { headers })
  return new Promise((resolve) => {
    socket.once('open', () => {
      socket.terminate()
      resolve(101)
    })
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
    socket.once('error', () => {})
  })
}

async function withSession(options = {}): Promise<Shared> {
  const shared = await shareServer(options)
  await shared.server.sessions.create({ program: '/bin/cat', name: 'one' })
  return shared
}

describe('tokens', () => {
  test('without one, no route answers but those that are open', async () => {
    const shared = await withSession({ token: TOKEN })
    const json = { 'content-type': 'application/json' }
    for (const line of paths) {
      for (const headers of [
        json,
        { ...json, authorization: 'Bearer wrong' },
        { ...json, authorization: `Basic ${TOKEN}` },
      ]) {
        const got = await status(shared, line, headers)
        // wrightty's own refusal stands in the answer.
        if (line === 'POST /') expect([line, got]).toEqual([line, 200])
        else if (open.has(line)) expect([line, got < 400]).toEqual([line, true])
        else expect([line, [401, 403].includes(got)]).toEqual([line, true])
      }
      expect([line, (await status(shared, `${line}?token=${encodeURIComponent(TOKEN)}`, json)) < 400]).toEqual([
        line,
        open.has(line) || line === 'POST /',
      ])
    }
    expect(shared.server.sessions.get('one').exited).toBe(false)
  })

  test('without one, no socket opens but wrightty’s, which lets nothing through', async () => {
    const shared = await withSession({ token: TOKEN })
    for (const path of sockets.slice(1)) {
      expect([path, await upgrade(shared, path, {})]).toEqual([path, 401])
      expect([path, await upgrade(shared, path, { authorization: `Bearer ${TOKEN}` })]).toEqual([path, 101])
    }
    const socket = new WebSocket(shared.server.url)
    await once(socket, 'open')
    for (const { name } of wrightty.methods) {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: name, method: name, params: { sessionId: 'one' } }))
      const [data] = (await once(socket, 'message')) as [Buffer]
      const { error } = JSON.parse(data.toString()) as { error?: { code: number } }
      if (openMethods.has(name)) continue
      expect([name, error?.code]).toEqual([name, 1010])
    }
    socket.terminate()
    expect(shared.server.sessions.list().map(({ name }) => name)).toEqual(['one'])
  })

  test('the dialects without tokens are on the socket alone, which is its owner’s', async () => {
    const shared = await withSession({ token: TOKEN })
    expect(statSync(shared.server.socket!).mode & 0o777).toBe(0o600)
  })
})

test('pages of other origins, and names that are not this server’s, get nothing from any path', async () => {
  const shared = await withSession()
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { host: 'evil.example' },
  ]
  for (const headers of foreign) {
    for (const line of paths) expect([line, await status(shared, line, headers)]).toEqual([line, 403])
    for (const path of sockets) expect([path, await upgrade(shared, path, headers)]).toEqual([path, 403])
  }
  expect(shared.server.sessions.list().map(({ name, exited }) => [name, exited])).toEqual([['one', false]])
})

describe('limits', () => {
  const refused = (asked: Promise<unknown>) =>
    asked.then(
      () => 'answered',
      (error: Error) => `${error.message} ${error instanceof RpcError ? JSON.stringify(error.data) : ''}`,
    )

  test('one session too many is refused by whoever is asked, and nothing is started', async () => {
    const shared = await withSession({ maxSessions: 1 })
    const tuispec = await shared.tuispec()
    await tuispec.call('initialize')
    const start = { polytty: 'start', command: ['cat'], cols: 80, rows: 24, cwd: '/', env: {} }
    const answers = await Promise.all([
      refused((await shared.unix('wrightty')).call('Session.create', { shell: '/bin/cat' })),
      refused((await shared.unix('ptywright')).call('session.create', { program: '/bin/cat' })),
      refused(tuispec.call('launch', { command: '/bin/cat' })),
      refused(shared.http.call('create_session', { command: 'cat' })),
      refused((await shared.webSocket('wsh', '/ws/json')).call('create_session', { command: 'cat' })),
      refused(shared.unix('termwright', start)),
    ])
    for (const answer of answers) expect(answer).toMatch(/at most 1|session limit|max(?:imum)?/i)
    expect(shared.server.sessions.list()).toHaveLength(1)
  })

  test('a size beyond all measure is refused, or cut to what can be where the document says so', async () => {
    const shared = await withSession()
    const huge = { cols: 100_000, rows: 100_000 }
    const tuispec = await shared.tuispec('one')
    const termwright = await shared.termwright('one')
    const answers = await Promise.all([
      refused((await shared.unix('wrightty')).call('Terminal.resize', { sessionId: 'one', ...huge })),
      refused((await shared.unix('ptywright')).call('session.resize', { session: 's1', ...huge })),
      refused(termwright.call('resize', huge)),
      refused(tuispec.call('initialize', { terminalCols: huge.cols, terminalRows: huge.rows })),
    ])
    expect(answers).not.toContain('answered')
    const session = shared.server.sessions.get('one')
    expect([session.cols, session.rows]).toEqual([80, 24])
    await (await shared.webSocket('wsh', '/sessions/one/ws/json')).call('resize', huge)
    expect([session.cols, session.rows]).toEqual([1000, 1000])
  })

  test('a wait without end is refused, and one without a match ends', async () => {
    const shared = await withSession()
    const forever = 10 ** 12
    const tuispec = await shared.tuispec('one')
    await tuispec.call('initialize')
    const selector = { type: 'exact', text: 'never' } as const
    const termwright = await shared.termwright('one')
    const ptywright = await shared.unix('ptywright')
    const wrightty = await shared.unix('wrightty')
    const matcher = { type: 'contains_text', value: 'never' } as const
    const ask = (timeout: number) => [
      wrightty.call('Screen.waitForText', { sessionId: 'one', pattern: 'never', timeout }),
      ptywright.call('session.wait', { session: 's1', matcher, timeout_ms: timeout }),
      termwright.call('wait_for_text', { text: 'never', timeout_ms: timeout }),
      tuispec.call('waitForText', { selector, timeoutMs: timeout }),
    ]
    for (const answer of await Promise.all(ask(forever).map(refused))) expect(answer).not.toBe('answered')
    const [first, ...others] = await Promise.all(ask(20).map(refused))
    // wrightty answers that it was not found.
    expect(first).toBe('answered')
    for (const answer of others) expect(answer).not.toBe('answered')
    expect(shared.server.sessions.get('one').waiting).toBe(0)
  })

  test('a message that is too long is refused, and the next one is answered', async () => {
    const shared = await withSession({ maxMessageBytes: 20_000 })
    const text = 'x'.repeat(50_000)
    const wrightty = await shared.unix('wrightty')
    await wrightty.call('Session.list')
    await expect(wrightty.call('Input.sendText', { sessionId: 'one', text })).rejects.toThrow(RpcError)
    await wrightty.call('Session.list')
    const ptywright = await shared.unix('ptywright')
    await ptywright.call('session.list')
    const action = { type: 'text', value: text } as const
    await expect(ptywright.call('session.input', { session: 's1', action })).rejects.toThrow(RpcError)
    await ptywright.call('session.list')
    expect(shared.server.sessions.get('one').snapshot().text().trim()).toBe('')
  })

  test('one client too many on the socket is refused, and the others go on', async () => {
    const shared = await withSession({ maxConnections: 2 })
    const [first] = [await shared.unix('wrightty'), await shared.unix('ptywright')]
    const third = await shared.unix('wrightty')
    await third.closed
    expect(third.received).toEqual([expect.stringContaining('2 clients are connected')])
    await first!.call('Session.list')
  })

  test('an invalid origin is refused', async () => {
    await expect(shareServer({ allowOrigins: ['foo'] })).rejects.toThrow(/"foo" is not a valid origin/)
  })

  test('a token that can be guessed protects no address that strangers reach', async () => {
    await expect(shareServer({ host: '0.0.0.0', token: 'short' })).rejects.toThrow(/at least 16/)
  })
})
