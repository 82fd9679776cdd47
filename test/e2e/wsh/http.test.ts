/** The wsh routes as curl meets them: statuses, bodies, waits, tokens, tickets, and the page that describes them. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { parse } from 'yaml'
import { type Server, startServer } from '../../../src/server/server.js'

let server: Server
beforeAll(async () => {
  server = await startServer({ port: 0, shell: '/bin/sh' }, { checkResults: true })
})
afterAll(() => server.stop())

interface Answer {
  readonly status: number
  readonly body: Record<string, never> & { error?: { code: string; message: string } }
}

async function ask(verb: string, path: string, body?: unknown, headers = {}, to = server): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${to.port}${path}`, {
    method: verb,
    headers,
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    }),
  })
  const text = await response.text()
  return { status: response.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text }
}

/** Status and code, for those who fail. */
async function failure(verb: string, path: string, body?: unknown, headers = {}, to = server): Promise<unknown[]> {
  const answer = await ask(verb, path, body, headers, to)
  return [answer.status, answer.body.error?.code]
}

test('a session from birth to death', async () => {
  const made = await ask('POST', '/sessions', { name: 'life', command: 'cat', rows: 5, cols: 30, tags: ['b', 'a'] })
  expect(made).toMatchObject({
    status: 201,
    body: { name: 'life', command: 'cat', rows: 5, cols: 30, clients: 0, tags: ['a', 'b'], pid: expect.any(Number) },
  })
  expect((await ask('GET', '/sessions?tag=a')).body).toMatchObject([{ name: 'life' }])
  expect((await ask('GET', '/sessions?tag=zzz')).body).toEqual([])
  expect(await ask('POST', '/sessions/life/input', 'hello\n')).toEqual({ status: 204, body: '' })
  await server.sessions.get('life').wait({ type: 'cursor', row: 2, col: 0 })
  const idle = await ask('GET', '/sessions/life/idle?timeout_ms=1&format=plain')
  expect(idle.body).toMatchObject({ screen: { lines: ['hello', 'hello', '', '', ''] }, scrollback_lines: 0 })
  expect(idle.body).toHaveProperty('last_activity_ms')
  expect((await ask('GET', '/sessions/life/screen')).body).toMatchObject({
    lines: [[{ text: 'hello' }], [{ text: 'hello' }], [], [], []],
    last_activity_ms: expect.any(Number),
  })
  expect((await ask('PATCH', '/sessions/life', { name: 'afterlife', add_tags: ['c'] })).body).toMatchObject({
    name: 'afterlife',
    tags: ['a', 'b', 'c'],
  })
  expect((await ask('DELETE', '/sessions/afterlife')).status).toBe(204)
  expect(await failure('GET', '/sessions/afterlife')).toEqual([404, 'session_not_found'])
})

test('scrollback is history and screen, oldest first', async () => {
  await ask('POST', '/sessions', { name: 'long', command: 'seq 1 20; cat', rows: 5 })
  await server.sessions.get('long').wait({ type: 'regex', pattern: '^20$' })
  const { body } = await ask('GET', '/sessions/long/scrollback?format=plain&offset=14&limit=4')
  expect(body).toMatchObject({ lines: ['15', '16', '17', '18'], total_lines: 21, offset: 14 })
  expect((await ask('GET', '/sessions/long/screen')).body).toMatchObject({ first_line_index: 16, total_lines: 21 })
})

test('the last screen and the exit code outlive the program', async () => {
  await ask('POST', '/sessions', { name: 'brief', command: 'printf bye; exit 3' })
  await server.sessions.get('brief').wait({ type: 'exited' })
  expect((await ask('GET', '/sessions/brief')).body).toMatchObject({ pid: null, exit_code: 3 })
  expect((await ask('GET', '/sessions/brief/screen?format=plain')).body).toMatchObject({
    lines: expect.arrayContaining(['bye']),
  })
  expect((await ask('GET', '/sessions')).body).not.toContainEqual(expect.objectContaining({ name: 'brief' }))
})

test('overlays and panels over HTTP', async () => {
  await ask('POST', '/sessions', { name: 'deco', command: 'cat', rows: 4, cols: 10 })
  const { status, body } = await ask('POST', '/sessions/deco/overlay', { x: 0, y: 0, spans: [{ text: 'hi' }] })
  expect(status).toBe(201)
  const overlay = `/sessions/deco/overlay/${body.id}`
  expect((await ask('PUT', overlay, { spans: [{ text: 'ho', id: 'a' }] })).status).toBe(204)
  expect((await ask('PATCH', overlay, { x: 1 })).status).toBe(204)
  expect((await ask('POST', `${overlay}/spans`, { spans: [{ id: 'a', text: 'hey' }] })).status).toBe(204)
  expect((await ask('POST', `${overlay}/write`, { writes: [{ row: 0, col: 0, text: 'H' }] })).status).toBe(204)
  const panel = await ask('POST', '/sessions/deco/panel', { position: 'bottom', height: 1, spans: [{ text: 'foot' }] })
  expect(panel.status).toBe(201)
  expect((await ask('GET', '/sessions/deco/screen?format=plain&composed=true')).body).toMatchObject({
    lines: [' Hey', '', '', 'foot'],
  })
  expect((await ask('DELETE', overlay)).status).toBe(204)
  expect(await failure('GET', overlay)).toEqual([404, 'overlay_not_found'])
  expect((await ask('DELETE', '/sessions/deco/panel')).status).toBe(204)
  expect((await ask('POST', '/sessions/deco/screen_mode/enter_alt')).status).toBe(204)
  expect(await failure('POST', '/sessions/deco/screen_mode/enter_alt')).toEqual([409, 'already_in_alt_screen'])
  expect((await ask('GET', '/sessions/deco/screen_mode')).body).toEqual({ mode: 'alt' })
  expect((await ask('POST', '/sessions/deco/input/capture')).status).toBe(204)
  expect((await ask('GET', '/sessions/deco/input/mode')).body).toEqual({ mode: 'capture' })
})

describe('failures have a status and a code', () => {
  beforeAll(async () => {
    await ask('POST', '/sessions', { name: 'here', command: 'stty raw -echo; printf up; sleep 1000' })
    await server.sessions.get('here').wait({ type: 'text', text: 'up' })
  })

  test.each([
    ['GET', '/sessions/nobody/screen', undefined, 404, 'session_not_found'],
    ['GET', '/sessions/here/screen?format=loud', undefined, 400, 'invalid_request'],
    ['GET', '/sessions/here/idle', undefined, 400, 'invalid_request'],
    ['GET', '/sessions/here/idle?timeout_ms=5000&max_wait_ms=1&fresh=true', undefined, 408, 'idle_timeout'],
    ['GET', '/sessions/here/quiesce?timeout_ms=5000&max_wait_ms=1&fresh=true', undefined, 408, 'quiesce_timeout'],
    ['GET', '/idle?timeout_ms=1&tag=nobody', undefined, 404, 'no_sessions'],
    ['POST', '/sessions', { name: 'here' }, 409, 'session_name_conflict'],
    ['POST', '/sessions', { name: 'a b' }, 400, 'invalid_session_name'],
    ['POST', '/sessions', { tags: ['a b'] }, 400, 'invalid_tag'],
    ['POST', '/sessions', { cwd: '/nonexistent' }, 500, 'session_create_failed'],
    ['POST', '/sessions', '[oops', 400, 'invalid_request'],
    ['POST', '/sessions/here/overlay', { x: 0, y: 0, width: 0, spans: [] }, 400, 'invalid_overlay'],
    ['GET', '/sessions/here/panel/none', undefined, 404, 'panel_not_found'],
    ['POST', '/sessions/here/input', new Uint8Array(1024 * 1024 + 1), 413, 'payload_too_large'],
  ])('%s %s', async (verb, path, body, status, code) => {
    expect(await failure(verb, path, body)).toEqual([status, code])
  })

  test('a program that does not read cannot be typed at forever', async () => {
    const megabyte = new Uint8Array(1024 * 1024)
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => failure('POST', '/sessions/here/input', megabyte, {}, server))
        .map((answer) => Promise.race([answer, new Promise((resolve) => server.sessions.onDestroyed.on(resolve))]))
        .concat(
          // Those that wait for the program are let go once the bound was met.
          [ask('GET', '/sessions/here/idle?timeout_ms=300&fresh=true').then(() => ask('DELETE', '/sessions/here'))],
        ),
    )
    expect(answers).toContainEqual([500, 'input_send_failed'])
  })

  test('a path that is there takes its verbs alone', async () => {
    expect((await ask('PUT', '/sessions')).status).toBe(405)
  })
})

test('a session is recorded and played', async () => {
  await ask('POST', '/sessions', { name: 'rec', command: 'stty -echo; printf first; read x; printf second; read x' })
  const session = server.sessions.get('rec')
  await session.wait({ type: 'text', text: 'first' })
  const { status, body } = await ask('POST', '/sessions/rec/recording')
  expect([status, body.status]).toEqual([201, 'recording'])
  expect(await failure('POST', '/sessions/rec/recording')).toEqual([409, 'recording_active'])
  await session.write('\n')
  await session.wait({ type: 'text', text: 'second' })
  const at = `/recordings/${body.id}`
  expect((await ask('DELETE', '/sessions/rec/recording')).body).toMatchObject({ id: body.id, status: 'finished' })
  expect((await ask('GET', '/sessions/rec/recording')).body).toMatchObject({ id: body.id })
  expect((await ask('GET', '/recordings?session=rec&status=finished')).body).toMatchObject([{ id: body.id }])
  expect((await ask('GET', '/recordings?status=recording')).body).toEqual([])
  expect((await ask('GET', at)).body).toMatchObject({ session: 'rec', bytes: expect.any(Number) })
  const cast = await (await fetch(`http://127.0.0.1:${server.port}${at}/cast`)).text()
  expect(cast).toMatch(/^\{"version":2.*first.*second/s)
  expect((await ask('GET', `${at}/player`)).body).toContain('data:image/gif;base64,R0lGOD')
  expect((await ask('GET', `${at}/embed`)).body).toContain('data:image/gif;base64,R0lGOD')
  expect(await failure('GET', '/recordings/none')).toEqual([404, 'recording_not_found'])
  expect(await failure('GET', '/sessions/long/recording')).toEqual([404, 'recording_not_found'])
})

test('what describes the API is made from it', async () => {
  const document = parse((await ask('GET', '/openapi.yaml')).body as unknown as string) as {
    openapi: string
    paths: Record<string, Record<string, { operationId: string }>>
  }
  expect(document.openapi).toBe('3.1.0')
  const ids = Object.values(document.paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
  expect(new Set(ids).size).toBe(ids.length)
  expect(document.paths['/sessions/{name}/idle']?.get).toMatchObject({
    parameters: expect.arrayContaining([expect.objectContaining({ name: 'timeout_ms', required: true })]),
    responses: { 408: expect.anything(), 404: expect.anything() },
  })
  expect((await ask('GET', '/docs')).body).toContain('/sessions/{name}/screen')
})

test('the server tells who it is', async () => {
  expect((await ask('GET', '/health')).body).toEqual({ status: 'ok' })
  expect((await ask('GET', '/server/info')).body).toMatchObject({ version: expect.any(String) })
  expect((await ask('GET', '/server/persist')).body).toEqual({ persistent: true })
  expect((await ask('PUT', '/server/persist', { persistent: true })).body).toEqual({ persistent: true })
})

describe('with a token', () => {
  let guarded: Server
  beforeAll(async () => {
    guarded = await startServer({ port: 0, token: 'a-long-enough-secret' })
  })
  afterAll(() => guarded.stop())
  const bearer = { authorization: 'Bearer a-long-enough-secret' }

  /** The status of an upgrade: 101 or what it was refused with. */
  async function upgrade(query: string, headers = {}): Promise<number> {
    const socket = new WebSocket(`ws://127.0.0.1:${guarded.port}/ws/json${query}`, { headers })
    const status = await new Promise<number>((resolve) => {
      socket.on('open', () => resolve(101))
      socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
      socket.on('error', () => {})
    })
    socket.terminate()
    return status
  }

  test('requests carry it in a header and nowhere else', async () => {
    expect(await failure('GET', '/sessions', undefined, {}, guarded)).toEqual([401, 'auth_required'])
    const wrong = { authorization: 'Bearer wrong' }
    expect(await failure('GET', '/sessions', undefined, wrong, guarded)).toEqual([403, 'auth_invalid'])
    expect(await failure('GET', '/sessions?token=a-long-enough-secret', undefined, bearer, guarded)).toEqual([
      401,
      'auth_required',
    ])
    expect((await ask('GET', '/sessions', undefined, bearer, guarded)).status).toBe(200)
    expect((await ask('GET', '/health', undefined, {}, guarded)).status).toBe(200)
  })

  test('a ticket opens one socket once', async () => {
    expect(await upgrade('')).toBe(401)
    expect(await upgrade('', bearer)).toBe(101)
    const { ticket } = (await ask('POST', '/auth/ws-ticket', undefined, bearer, guarded)).body
    expect(ticket).toHaveLength(32)
    expect(await upgrade(`?ticket=${ticket}`)).toBe(101)
    expect(await upgrade(`?ticket=${ticket}`)).toBe(403)
    expect(await failure('GET', `/sessions?ticket=${ticket}`, undefined, {}, guarded)).toEqual([401, 'auth_required'])
  })
})

test('with a certificate the port speaks TLS', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'polytty-tls-'))
  const [tlsKey, tlsCert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '1']
  expect(spawnSync('openssl', [...made, '-keyout', tlsKey, '-out', tlsCert]).status).toBe(0)
  const secure = await startServer({ port: 0, tlsKey, tlsCert })
  expect(secure.url).toMatch(/^wss:/)
  const socket = new WebSocket(`${secure.url}/ws/json`, { rejectUnauthorized: false })
  const [first] = (await once(socket, 'message')) as [Buffer]
  expect(JSON.parse(first.toString())).toEqual({ connected: true })
  await secure.stop()
  await expect(startServer({ port: 0, tlsCert })).rejects.toThrow('--tls-key')
  rmSync(folder, { recursive: true })
})

test('a foreign page is told so in the same shape', async () => {
  expect(await failure('GET', '/sessions', undefined, { origin: 'https://evil.test' })).toEqual([
    403,
    'origin_not_allowed',
  ])
})
