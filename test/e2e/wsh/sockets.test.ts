/** The sockets of one session: JSON, raw bytes, and a terminal that is attached; and how they end. */
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Server, startServer } from '../../../packages/polytty/src/server/server.js'
import { type Client, connectClient } from './socket-client.js'

let server: Server
beforeAll(async () => {
  server = await startServer({ port: 0, shell: '/bin/sh' }, { checkResults: true })
})
afterAll(() => server.stop())

const connect = (path: string, size?: { cols: number; rows: number }, to = server): Promise<Client> =>
  connectClient(to, path, size)

async function create(name: string, script: string, size = {}): Promise<string> {
  await server.sessions.create({ name, program: '/bin/sh', args: ['-c', script], ...size })
  return `/sessions/${name}/ws`
}

describe('json', () => {
  test('one session needs no name; events are flat; the end is sent last', async () => {
    const client = await connect(`${await create('one', 'stty -echo; printf up; read x; printf last')}/json`)
    expect(await client.message({ connected: true })).toEqual({ connected: true })
    client.socket.send(JSON.stringify({ id: 'mode', method: 'get_input_mode' }))
    expect(await client.message({ id: 'mode' })).toEqual({
      id: 'mode',
      method: 'get_input_mode',
      result: { mode: 'passthrough' },
    })
    await server.sessions.get('one').wait({ type: 'text', text: 'up' })
    await client.call('subscribe', { events: ['lines'], format: 'plain', interval_ms: 60_000 })
    expect(await client.message({ event: 'sync' })).toMatchObject({
      seq: 0,
      screen: { cols: 80 },
      scrollback_lines: 24,
    })
    expect(server.sessions.get('one')).toBeDefined()
    await client.call('send_input', { data: '\n' })
    expect(await client.message({ event: 'line' })).toMatchObject({ index: 0, line: 'uplast' })
    expect(await client.closed).toEqual([1000, 'session ended'])
  })

  test('the last state is delivered however seldom a client wants updates', async () => {
    const client = await connect(`${await create('rare', 'stty -echo; read x; seq 1 3000; printf end; cat')}/json`)
    await client.call('subscribe', { events: ['lines'], format: 'plain', interval_ms: 50 })
    await client.call('send_input', { data: '\n' })
    await client.until(() => client.texts.some(({ line }) => line === 'end'))
    const seqs = client.texts.filter(({ event }) => event === 'line').map(({ seq }) => seq as number)
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
  })

  test('too long a message is refused and the connection lives on', async () => {
    const client = await connect(`${await create('big', 'cat')}/json`)
    client.socket.send(JSON.stringify({ method: 'send_input', params: { data: 'x'.repeat(1024 * 1024) } }))
    expect((await client.until(() => client.texts.find(({ error }) => error))).error).toMatchObject({
      code: 'invalid_request',
    })
    expect(await client.call('get_focus')).toMatchObject({ focused: null })
  })

  test.each(['missing', '%E0%A4%A'])('a session that is not there has no socket: %s', async (name) => {
    const socket = new WebSocket(`${server.url}/sessions/${name}/ws/json`)
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
    expect(response.statusCode).toBe(404)
    socket.on('error', () => {})
    socket.terminate()
  })
})

test('raw: bytes both ways, and whoever comes late sees what is there', async () => {
  const path = `${await create('raw', "stty -echo; printf '\\033[31mred\\033[0m '; cat")}/raw`
  await server.sessions.get('raw').wait({ type: 'text', text: 'red' })
  const client = await connect(path)
  await client.shows('red')
  expect(client.terminal.snapshot().cell(0, 0).fg).toBe(1)
  client.socket.send(Buffer.from('typed\n'))
  await client.output('typed\r\n')
  client.socket.send('text\n')
  await client.output('text\r\n')
})

test.each(['raw', 'attach'])(
  '%s: a message that is too long closes the socket, and nothing of it is typed',
  async (kind) => {
    const path = await create(`long-${kind}`, 'stty raw -echo; printf up; cat')
    const session = server.sessions.get(`long-${kind}`)
    await session.wait({ type: 'text', text: 'up' })
    const client = await connect(`${path}/${kind}`)
    client.socket.send(Buffer.alloc(1024 * 1024 + 1, 'x'))
    expect(await client.closed).toEqual([1009, 'a message holds at most 1048576 bytes'])
    expect(session.snapshot().text().trim()).toBe('up')
  },
)

test('without a name, the raw bytes are those of the only session', async () => {
  const own = await startServer({ port: 0 })
  const refused = async (): Promise<number | undefined> => {
    const socket = new WebSocket(`${own.url}/ws/raw`)
    socket.on('error', () => {})
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode?: number }]
    socket.terminate()
    return response.statusCode
  }
  expect(await refused()).toBe(404)
  await own.sessions.create({ name: 'only', program: '/bin/sh', args: ['-c', 'stty -echo; printf up; cat'] })
  const client = await connect('/ws/raw', undefined, own)
  await client.shows('up')
  client.socket.send('typed\n')
  await client.shows('typed')
  await own.sessions.create({ program: '/bin/cat' })
  expect(await refused()).toBe(400)
  await own.stop()
})

describe('attach', () => {
  test('shows the composed screen and its history, and types', async () => {
    const path = `${await create('att', 'stty -echo; seq 1 30; printf up; cat', { rows: 10, cols: 40 })}/attach`
    await server.sessions.get('att').wait({ type: 'text', text: 'up' })
    const client = await connect(`${path}?cols=30&rows=8`, { cols: 30, rows: 8 })
    await client.shows('up')
    expect(client.terminal.history().map(({ text }) => text)).toContain('5')
    expect([server.sessions.get('att').cols, server.sessions.get('att').rows]).toEqual([30, 8])
    const api = await connect('/sessions/att/ws/json')
    await api.call('create_overlay', { x: 10, y: 2, spans: [{ text: 'over漢' }] })
    await api.call('create_panel', { position: 'bottom', height: 1, spans: [{ text: 'foot' }] })
    await client.until(() => client.terminal.snapshot().row(7).text === 'foot')
    expect(client.terminal.snapshot().row(2).text).toContain('over漢')
    expect(server.sessions.get('att').rows).toBe(7)
    await api.call('clear_overlays')
    await client.until(() => !client.terminal.snapshot().text().includes('over'))
    client.socket.send(Buffer.from('typed\n'))
    await client.shows('typed')
    const resized = once0(server.sessions.get('att').onResize)
    client.terminal.resize(25, 6)
    client.socket.send(JSON.stringify({ resize: { cols: 25, rows: 6 } }))
    expect(await resized).toEqual({ cols: 25, rows: 5 })
    await client.until(() => client.terminal.snapshot().row(5).text === 'foot')
    // Who comes later finds the panel too, and its window counts.
    const other = await connect(`${path}?cols=60&rows=5`, { cols: 60, rows: 5 })
    await other.until(() => other.terminal.snapshot().row(4).text === 'foot')
    expect([server.sessions.get('att').cols, server.sessions.get('att').rows]).toEqual([25, 4])
    await api.call('clear_panels')
    await other.until(() => !other.terminal.snapshot().text().includes('foot'))
    expect(server.sessions.get('att').rows).toBe(5)
  })

  test('who only watches sees all, changes nothing and is sent the size', async () => {
    const path = `${await create('watched', 'stty -echo; printf up; cat', { rows: 10, cols: 40 })}/attach`
    await server.sessions.get('watched').wait({ type: 'text', text: 'up' })
    const watcher = await connect(`${path}?watch=true&cols=5&rows=5`, { cols: 40, rows: 10 })
    expect(await watcher.message({})).toEqual({ size: { cols: 40, rows: 10 } })
    await watcher.shows('up')
    watcher.socket.send(Buffer.from('unheard\n'))
    watcher.socket.send(JSON.stringify({ resize: { cols: 20, rows: 5 } }))
    const other = await connect(`${path}?cols=30&rows=8`)
    expect(await watcher.message({})).toEqual({ size: { cols: 30, rows: 8 } })
    other.socket.send(Buffer.from('received\n'))
    await watcher.shows('received')
    expect(watcher.terminal.snapshot().text()).not.toContain('unheard')
  })

  test('the smallest window rules, and its going gives the room back', async () => {
    const path = `${await create('small', 'cat')}/attach`
    const session = server.sessions.get('small')
    const large = await connect(`${path}?cols=90&rows=30`)
    const small = await connect(`${path}?cols=50&rows=40`)
    await small.output('\x1b[2J')
    expect([session.cols, session.rows]).toEqual([50, 30])
    const resized = once0(session.onResize)
    small.socket.close()
    expect(await resized).toEqual({ cols: 90, rows: 30 })
    const again = once0(session.onResize)
    large.socket.send(JSON.stringify({ resize: { cols: 20, rows: 5 } }))
    expect(await again).toEqual({ cols: 20, rows: 5 })
  })

  test('Ctrl+\\ captures the keyboard, twice detaches; what is captured is reported', async () => {
    const path = await create('cap', 'stty raw -echo; printf up; cat -v')
    await server.sessions.get('cap').wait({ type: 'text', text: 'up' })
    const api = await connect(`${path}/json`)
    const client = await connect(`${path}/attach?cols=80&rows=24`)
    await client.shows('up')
    await api.call('subscribe', { events: ['input'], interval_ms: 0 })
    const whole = await connect('/ws/json')
    whole.socket.send(JSON.stringify({ id: 1, session: 'cap', method: 'subscribe', params: { events: ['input'] } }))
    await whole.message({ event: 'sync' })
    client.socket.send(Buffer.from('\x1b[A'))
    expect(await whole.message({ event: 'input' })).toMatchObject({ session: 'cap', raw: [27, 91, 65] })
    expect(await api.message({ event: 'input' })).toEqual({
      event: 'input',
      mode: 'passthrough',
      raw: [27, 91, 65],
      parsed: { key: 'ArrowUp', modifiers: [] },
    })
    await client.shows('^[[A')
    client.socket.send(Buffer.from('\x1c\x03'))
    expect(await api.message({ event: 'mode' })).toEqual({ event: 'mode', mode: 'capture' })
    const { id } = await api.call('create_overlay', { x: 0, y: 5, spans: [{ text: 'menu' }], focusable: true })
    await api.call('focus', { id })
    expect(await api.message({ event: 'input' })).toMatchObject({
      mode: 'capture',
      raw: [3],
      parsed: { key: 'c', modifiers: ['ctrl'] },
    })
    client.socket.send(Buffer.from('x'))
    expect(await api.message({ event: 'input' })).toMatchObject({ raw: [120], target: id })
    await api.call('send_input', { data: 'api' })
    await client.shows('upapi'.slice(2))
    expect(client.terminal.snapshot().text()).not.toContain('^C')
    client.socket.send(Buffer.from('\x1c\x1c'))
    expect(await client.closed).toEqual([1000, 'detached'])
    expect(server.sessions.get('cap').exited).toBe(false)
  })

  test('a click is where the program sees it, and a click on a panel does not reach it', async () => {
    const path = await create('mouse', "stty raw -echo; printf '\\033[?1000h\\033[?1006hup'; cat -v")
    await server.sessions.get('mouse').wait({ type: 'text', text: 'up' })
    const api = await connect(`${path}/json`)
    await api.call('create_panel', { position: 'top', height: 2, spans: [{ text: 'head' }] })
    const client = await connect(`${path}/attach?cols=80&rows=24`)
    await client.shows('head')
    client.socket.send(Buffer.from('\x1b[<0;5;1M\x1b[<0;9999;4M\x1b[<0;5;4M'))
    await client.shows('up^[[<0;5;2M')
  })

  test('detach sends everyone away', async () => {
    const client = await connect(`${await create('away', 'cat')}/attach`)
    await client.output('\x1b[2J')
    await fetch(`http://127.0.0.1:${server.port}/sessions/away/detach`, { method: 'POST' })
    expect(await client.closed).toEqual([1000, 'detached'])
  })
})

function once0<T>(emitter: { on(listener: (value: T) => void): unknown }): Promise<T> {
  return new Promise((resolve) => emitter.on(resolve))
}

test('a session serves sixty-four clients', async () => {
  const path = await create('full', 'cat')
  const clients = await Promise.all(Array.from({ length: 64 }, () => connect(`${path}/json`)))
  const socket = new WebSocket(`${server.url}${path}/json`)
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
  expect(response.statusCode).toBe(429)
  socket.on('error', () => {})
  socket.terminate()
  for (const client of clients) client.socket.close()
})

test('a server that ends says so to everyone', async () => {
  const ending = await startServer({ port: 0 })
  await ending.sessions.create({ name: 'x', program: '/bin/cat' })
  const clients = await Promise.all(
    ['/ws/json', '/sessions/x/ws/json', '/sessions/x/ws/raw', '/sessions/x/ws/attach'].map((path) =>
      connect(path, undefined, ending),
    ),
  )
  await ending.stop()
  for (const client of clients) expect(await client.closed).toEqual([1000, 'server shutting down'])
})

test('a client that comes back gets it all again', async () => {
  const path = `${await create('back', 'stty -echo; printf up; cat')}/json`
  await server.sessions.get('back').wait({ type: 'text', text: 'up' })
  for (const word of ['first', 'second']) {
    const client = await connect(path)
    expect(await client.message({ connected: true })).toEqual({ connected: true })
    await client.call('subscribe', { events: ['lines'], format: 'plain' })
    expect(await client.message({ event: 'sync' })).toMatchObject({
      seq: 0,
      screen: { lines: expect.arrayContaining([word === 'first' ? 'up' : 'upfirst']) },
    })
    await client.call('send_input', { data: `${word}\n` })
    await server.sessions.get('back').wait({ type: 'text', text: word })
    client.socket.terminate()
  }
})

test('an ephemeral server is done with its last session', async () => {
  const brief = await startServer({ port: 0 })
  const unneeded = once0(brief.onUnneeded)
  const session = await brief.sessions.create({ program: '/bin/cat' })
  brief.persistent = false
  await brief.sessions.remove(session)
  await unneeded
  await brief.stop()
})
