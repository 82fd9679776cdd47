/** Command lines that were written for the original: named servers, their sockets, their flags, and tools on stdio. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type Mcp, RpcClient, StreamChannel } from '@polytty/client'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newFolder } from '../../support/new-folder.js'
import { bin } from '../../support/polytty.js'
import { connectClient } from './socket-client.js'
import { type RunningServer, startServer } from './start-server.js'

let home: string
let env: NodeJS.ProcessEnv
const running: RunningServer[] = []

beforeAll(() => {
  home = newFolder()
  env = { ...process.env, HOME: home, SHELL: '/bin/sh', PS1: '$ ', ENV: '' }
})
afterEach(async () => {
  for (const server of running.splice(0)) {
    if (server.process.exitCode !== null || server.process.signalCode !== null) continue
    server.process.kill('SIGTERM')
    await once(server.process, 'exit')
  }
})

async function serve(args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<RunningServer> {
  const server = await startServer(['--bind', '127.0.0.1:0', ...args], { ...env, ...more })
  running.push(server)
  return server
}

function wsh(
  args: readonly string[],
  more: NodeJS.ProcessEnv = {},
): { status: number | null; out: string; err: string } {
  const run = { encoding: 'utf8', env: { ...env, ...more } } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'wsh', ...args], run)
  return { status, out: stdout, err: stderr }
}

async function create(server: RunningServer, name: string): Promise<void> {
  const body = JSON.stringify({ name, command: 'cat' })
  expect((await fetch(`${server.url}/sessions`, { method: 'POST', body })).status).toBe(201)
}

describe('named servers', () => {
  test('live side by side, and each name is taken once', async () => {
    const [a, b] = [await serve(['-L', 'a']), await serve(['--server-name', 'b'])]
    await create(a, 'in-a')
    await create(b, 'in-b')
    expect(wsh(['-L', 'a', 'list']).out).toContain('in-a')
    expect(wsh(['list', '-L', 'b']).out).toContain('in-b')
    expect(wsh(['list'], { WSH_SERVER_NAME: 'b' }).out).toContain('in-b')
    expect(wsh(['server', '-L', 'a', '--bind', '127.0.0.1:0'])).toMatchObject({
      status: 1,
      err: expect.stringContaining('already'),
    })
    expect(wsh(['-L', 'missing', 'list'])).toMatchObject({
      status: 1,
      err: expect.stringContaining('no server answers'),
    })
    a.process.kill('SIGKILL')
    await once(a.process, 'exit')
    await serve(['-L', 'a'])
    expect(wsh(['-L', 'a', 'list']).out).toBe('No active sessions.\n')
  })

  test('without a name, the default one is found wherever it listens', async () => {
    const server = await serve([])
    await create(server, 'found')
    expect(wsh(['list']).out).toContain('found')
    // Another one does not take its place.
    await serve([])
    expect(wsh(['list']).out).toContain('found')
  })

  test('by the path of a socket', async () => {
    const socket = join(home, 'own.sock')
    await serve(['--socket', socket, '--token', 'a-long-enough-secret'])
    expect(wsh(['--socket', socket, 'token']).out).toBe('a-long-enough-secret\n')
    expect(wsh(['-c', 'cat', '--name', 'x', '--tag', 't', '--socket', socket]).out).toBe('x\n')
    expect(wsh(['list', '--socket', socket]).out).toMatch(
      /^NAME +PID +COMMAND +SIZE +CLIENTS +TAGS\nx +\d+ +cat +80x24 +0 +t\n$/,
    )
    expect(wsh(['tag', 'x', '--add', 'u', '--socket', socket]).out).toBe("Session 'x': t, u\n")
    expect(wsh(['detach', 'x', '--socket', socket]).out).toBe("Session 'x' detached.\n")
    expect(wsh(['kill', 'x', '--socket', socket]).out).toBe("Session 'x' killed.\n")
  })

  test('with a short token, where only this machine can reach it', async () => {
    const server = await serve(['--token', 'short'])
    expect((await fetch(`${server.url}/sessions`)).status).toBe(401)
    expect((await fetch(`${server.url}/sessions`, { headers: { authorization: 'Bearer short' } })).status).toBe(200)
    expect(wsh(['server', '--bind', '0.0.0.0:0', '--token', 'short'])).toMatchObject({
      status: 1,
      err: expect.stringContaining('on 0.0.0.0 it needs at least 16'),
    })
  })

  test('by name, whatever the path of the socket', async () => {
    const [first, second] = [join(home, 'first.sock'), join(home, 'second.sock')]
    const server = await serve(['-L', 'both', '--socket', first])
    await create(server, 'here')
    expect(wsh(['-L', 'both', 'list']).out).toContain('here')
    expect(wsh(['server', '-L', 'both', '--socket', second, '--bind', '127.0.0.1:0'])).toMatchObject({
      status: 1,
      err: expect.stringContaining('already'),
    })
    server.process.kill('SIGKILL')
    await once(server.process, 'exit')
    await serve(['-L', 'both', '--socket', second])
    expect(wsh(['-L', 'both', 'stop']).out).toBe('Server stopped.\n')
    await serve(['-L', 'both'])
    expect(wsh(['-L', 'both', 'list']).out).toBe('No active sessions.\n')
  })

  test('a server that is missing is started for a new session, and named like it', async () => {
    expect(wsh(['-L', 'new', '-i', '-c', 'cat', '--name', 'made'])).toMatchObject({ status: 0, out: 'made\n' })
    expect(wsh(['-L', 'new', 'list']).out).toContain('made')
    expect(wsh(['-L', 'new', 'stop'])).toMatchObject({ status: 0, out: 'Server stopped.\n' })
    expect(wsh(['-L', 'new', 'stop'])).toMatchObject({ status: 0, out: 'No server running.\n' })
  })
})

test('persist by address; without a word it asks', async () => {
  const { url } = await serve(['-L', 'p'])
  const bind = ['--bind', new URL(url).host]
  expect(wsh(['persist', ...bind]).out).toMatch(/^persistent/)
  expect(wsh(['persist', 'off', ...bind]).out).toMatch(/^ephemeral/)
  expect(wsh(['persist', ...bind]).out).toMatch(/^ephemeral/)
  expect(wsh(['persist', 'on', ...bind]).out).toMatch(/^persistent/)
})

test('servers', async () => {
  await serve(['-L', 's', '--hostname', 'box'])
  expect(wsh(['-L', 's', 'servers', 'list']).out).toMatch(
    /^HOSTNAME +ADDRESS +HEALTH +ROLE +SESSIONS\nbox +local +healthy +member +0\n$/,
  )
  const infos = [
    ['-L', 's', 'servers', 'info'],
    ['servers', '-L', 's', 'info'],
    ['servers', 'info', '-L', 's'],
  ]
  for (const words of infos) expect(wsh(words).out).toMatch(/^Hostname: box\nVersion: {2}\d/)
  for (const action of [
    ['add', 'http://127.0.0.1:1'],
    ['remove', 'x'],
    ['reload', '-L', 's'],
  ])
    expect(wsh(['servers', ...action])).toMatchObject({ status: 1, err: expect.stringContaining('federat') })
  expect(wsh(['-L', 's', 'list', '-s', 'box']).status).toBe(0)
  expect(wsh(['-L', 's', 'list', '--server', 'elsewhere'])).toMatchObject({
    status: 1,
    err: expect.stringContaining('elsewhere'),
  })
})

describe('server', () => {
  test('--no-auth', async () => {
    const secret = { WSH_TOKEN: 'a-long-enough-secret' }
    const closed = await serve(['-L', 'x'], secret)
    expect((await fetch(`${closed.url}/sessions`)).status).toBe(401)
    for (const open of [
      await serve(['-L', 'y', '--no-auth'], secret),
      await serve(['-L', 'z'], { ...secret, WSH_NO_AUTH: 'true' }),
    ])
      expect((await fetch(`${open.url}/sessions`)).status).toBe(200)
  })

  test('--ephemeral: whoever ends the last session is answered', async () => {
    const ways: ((url: string) => Promise<unknown>)[] = [
      async (url) => (await fetch(`${url}/sessions/last`, { method: 'DELETE' })).status,
      async (url) => {
        const client = await connectClient({ url: url.replace('http', 'ws') }, '/ws/json')
        const answer = await client.call('kill_session', { name: 'last' })
        expect((await client.closed)[1]).toBe('server shutting down')
        return answer && 204
      },
      async (url) => {
        const params = { name: 'wsh_manage_session', arguments: { session: 'last', action: 'kill' } }
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
        const headers = { 'content-type': 'application/json', accept: '*/*' }
        const answer = await (await fetch(`${url}/mcp`, { method: 'POST', headers, body })).text()
        return answer.includes('killed') && 204
      },
    ]
    for (const [index, end] of ways.entries()) {
      const server = await serve(['-L', `e${index}`, '--ephemeral'])
      await create(server, 'last')
      const exit = once(server.process, 'exit')
      expect(await end(server.url)).toBe(204)
      expect(await exit).toEqual([0, null])
    }
  })

  test('--cors-origin', async () => {
    const { url } = await serve(['-L', 'c', '--cors-origin', 'https://a.example', '--cors-origin', 'https://b.example'])
    for (const origin of ['https://a.example', 'https://b.example']) {
      const { headers, status } = await fetch(`${url}/sessions`, { headers: { origin } })
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, origin])
    }
    expect((await fetch(`${url}/sessions`, { headers: { origin: 'https://c.example' } })).status).toBe(403)
  })

  test('--rate-limit', async () => {
    const { url } = await serve(['-L', 'r', '--rate-limit', '2'])
    const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await fetch(`${url}/sessions`)).status))
    expect(statuses).toContain(429)
    expect(statuses).toContain(200)
  })

  test('--hostname', async () => {
    const info = async ({ url }: RunningServer): Promise<unknown> =>
      ((await (await fetch(`${url}/server/info`)).json()) as { hostname: string }).hostname
    expect(await info(await serve(['-L', 'h', '--config', 'federation.toml']))).toBe(hostname())
    expect(await info(await serve(['-L', 'i'], { WSH_HOSTNAME: 'named' }))).toBe('named')
  })

  test('--base-prefix', async () => {
    const server = await serve(['-L', 'b', '--base-prefix', '/a/wsh'])
    const origin = new URL(server.url).origin
    expect(server.url).toBe(`${origin}/a/wsh`)
    const statusOf = async (path: string): Promise<number> =>
      (await fetch(`${origin}${path}`, { redirect: 'manual' })).status
    expect(await statusOf('/a/wsh/sessions')).toBe(200)
    expect(await statusOf('/a/wsh/health')).toBe(200)
    expect(await statusOf('/health')).toBe(200)
    expect(await statusOf('/sessions')).toBe(404)
    expect(await statusOf('/a/wshx/sessions')).toBe(404)
    expect((await fetch(`${origin}/a/wsh`, { redirect: 'manual' })).headers.get('location')).toBe('/a/wsh/ui')
    const page = await (await fetch(`${origin}/a/wsh/ui`)).text()
    for (const [, part] of page.matchAll(/(?:src|href)="([^"]+)"/g)) expect(await statusOf(part!)).toBe(200)
    await create(server, 'under')
    const client = await connectClient({ url: server.url.replace('http', 'ws') }, '/sessions/under/ws/json')
    expect(await client.call('get_input_mode')).toEqual({ mode: 'passthrough' })
    client.socket.close()
    expect(wsh(['-L', 'b', 'list']).out).toContain('under')
    for (const wrong of ['wsh', '/wsh/'])
      expect(wsh(['server', '-L', 'w', '--bind', '127.0.0.1:0', '--base-prefix', wrong])).toMatchObject({ status: 2 })
  })
})

test('tools on standard input and output', async () => {
  const server = await serve(['-L', 'm', '--token', 'a-long-enough-secret'])
  const child = spawn(process.execPath, [bin, 'wsh', 'mcp', '-L', 'm'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const client = new RpcClient<Mcp>(new StreamChannel(child.stdout, child.stdin))
  expect(await client.call('initialize', { protocolVersion: '2024-11-05' })).toMatchObject({
    serverInfo: { name: 'wsh' },
  })
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n\n')
  const made = { name: 'wsh_create_session', arguments: { name: 'tool', command: 'cat' } }
  expect(await client.call('tools/call', made)).toMatchObject({ structuredContent: { name: 'tool' } })
  // What is asked first may be answered last.
  const order: string[] = []
  const wait = { name: 'wsh_await_idle', arguments: { session: 'tool', timeout_ms: 300, fresh: true } }
  const waited = client.call('tools/call', wait).then(() => order.push('wait'))
  await client.call('ping').then(() => order.push('ping'))
  client.close()
  await waited
  expect(order).toEqual(['ping', 'wait'])
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(server.process.exitCode).toBeNull()
})
