/** The published MCP client and our five tools: over HTTP, and over standard input and output. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { connect as connectClient } from '@polytty/client'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Server, startServer } from '../../../packages/polytty/src/server/server.js'
import { bin, newUser } from '../../support/polytty.js'

const TOKEN = 'a-long-enough-secret'

interface Result {
  readonly isError?: boolean
  readonly content: readonly { readonly type: string; readonly text: string; readonly data?: string }[]
}

async function newServer(): Promise<Server> {
  const server = await startServer({ port: 0, shell: '/bin/bash', token: TOKEN })
  onTestFinished(() => server.stop())
  return server
}

function overHttp({ port }: Server): Transport {
  const headers = { authorization: `Bearer ${TOKEN}` }
  return new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), { requestInit: { headers } })
}

/** By the command; it starts a server in the background, which ends with the test. */
function overStdio(...flags: readonly string[]): Transport {
  const { env, home } = newUser()
  const clean = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  return new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'mcp', ...flags],
    env: clean,
    cwd: home,
    stderr: 'ignore',
  })
}

async function connect(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

async function use(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Result> {
  const result = (await client.callTool({ name, arguments: args })) as unknown as Result & {
    structuredContent?: unknown
  }
  expect(result.structuredContent).toBeUndefined()
  return result
}

async function text(client: Client, name: string, args: Record<string, unknown> = {}): Promise<string> {
  const { isError, content } = await use(client, name, args)
  expect(isError, content[0]!.text).toBeFalsy()
  expect(content).toHaveLength(1)
  return content[0]!.text
}

describe.each([
  ['over HTTP', async () => connect(overHttp(await newServer()))],
  ['over standard input and output', () => connect(overStdio())],
  ['over standard input and output, alone', () => connect(overStdio('--alone'))],
])('%s', (_, newClient) => {
  test('all tools', async () => {
    const client = await newClient()
    expect(client.getServerVersion()).toMatchObject({ name: 'polytty' })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['open', 'run', 'act', 'look', 'sessions'])
    expect(await text(client, 'run', { command: 'echo one; exit 3 | cat; (exit 3)' })).toMatch(
      /^s1 #\d+ done exit=3 [\d.]+s\none$/,
    )
    expect(await text(client, 'open', { command: 'cat', name: 'c' })).toMatch(/^c #\d+ /)
    expect(await text(client, 'act', { keys: 'hello' })).toMatch(/^c #\d+ .*s\n0: hello▏$/)
    expect(await text(client, 'act', { keys: '<Enter>', until: '/^hello$/' })).toContain('1: hello')
    expect(await text(client, 'look', { at: 'history', find: 'ell' })).toContain('0: hello\n1: hello')
    const picture = await use(client, 'look', { session: 'c', at: 'image' })
    expect(picture.content).toMatchObject([{ type: 'text' }, { type: 'image', mimeType: 'image/png' }])
    expect(await text(client, 'sessions')).toMatch(/^s1 .*\nc /)
    expect(await text(client, 'sessions', { do: 'close', session: 'c' })).toMatch(/^c closed/)
  })

  test('what is wrong is said to the model', async () => {
    const client = await newClient()
    const wrong = async (name: string, args: Record<string, unknown>): Promise<string> => {
      const { isError, content } = await use(client, name, args)
      expect(isError).toBe(true)
      return content[0]!.text
    }
    expect(await wrong('look', { session: 'nobody' })).toBe('error: no session "nobody"; available: none')
    expect(await wrong('act', { key: 'x' })).toContain('error: Invalid params')
    await text(client, 'open', { command: 'printf shown; cat', name: 'c', until: 'shown' })
    expect(await wrong('act', { keys: '<Entr>' })).toMatch(/^error: unknown key <Entr>; did you mean <Enter>\?.*\nc #/)
    await expect(client.callTool({ name: 'fly', arguments: {} })).rejects.toThrow('unknown tool fly')
  })

  test('resources, and news of them', async () => {
    const client = await newClient()
    await text(client, 'open', { command: 'cat', name: 'c' })
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(['polytty://sessions/c/screen', 'polytty://sessions/c/history'])
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(3)
    const { uri } = resources[0]!
    const updated = new Promise((resolve) =>
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => resolve(params.uri)),
    )
    await client.subscribeResource({ uri })
    await text(client, 'act', { keys: 'typed' })
    expect(await updated).toBe(uri)
    await client.unsubscribeResource({ uri })
    expect((await client.readResource({ uri })).contents).toEqual([{ uri, mimeType: 'text/plain', text: 'typed' }])
    await expect(client.readResource({ uri: 'polytty://sessions/x/screen' })).rejects.toThrow('no session "x"')
  })

  test('cancelling ends the wait, not the program', async () => {
    const client = await newClient()
    await text(client, 'open', { command: 'cat', name: 'c' })
    const abort = new AbortController()
    const waiting = client.callTool({ name: 'act', arguments: { until: 'never', timeout: 600 } }, undefined, {
      signal: abort.signal,
    })
    abort.abort('enough')
    await expect(waiting).rejects.toThrow('enough')
    expect(await text(client, 'act', { keys: 'still' })).toContain('still')
  })
})

test('recordings that are kept on the server are resources', async () => {
  const server = await newServer()
  const client = await connect(overHttp(server))
  await text(client, 'open', { command: 'cat', name: 'c' })
  const recorder = await connectClient(server.url, { token: TOKEN })
  onTestFinished(() => recorder.close())
  const { recordingId } = await recorder.call('Recording.startSession', { sessionId: 'c' })
  await text(client, 'act', { keys: 'recorded' })
  const { resources } = await client.listResources()
  const cast = resources.find(({ mimeType }) => mimeType === 'application/x-asciicast')!
  expect(cast.name).toBe('recording of c')
  const { contents } = await client.readResource({ uri: cast.uri })
  expect(contents[0]).toMatchObject({ mimeType: cast.mimeType, text: expect.stringContaining('recorded') })
  await recorder.call('Recording.stopSession', { recordingId })
  expect((await client.listResources()).resources).toHaveLength(2)
})

test('each client has its own view of a session', async () => {
  const server = await newServer()
  const [one, two] = [await connect(overHttp(server)), await connect(overHttp(server))]
  await text(one, 'open', { command: 'printf "a\\nb\\nc\\nd\\ne"; cat', name: 'c', until: 'e' })
  expect((await text(two, 'act', { session: 'c' })).split('\n').slice(1)).toEqual(['a', 'b', 'c', 'd', 'e▏'])
  expect(await text(one, 'act', { keys: 'f' })).toMatch(/\n4: ef▏$/)
  expect(await text(two, 'act')).toMatch(/\n4: ef▏$/)
  expect(await text(two, 'act')).toMatch(/^c #\d+ unchanged; /)
})

test('the tools take few tokens, and so does an answer that says nothing new', async () => {
  const client = await connect(overHttp(await newServer()))
  const { tools } = await client.listTools()
  expect(countTokens(JSON.stringify(tools))).toBeLessThanOrEqual(900)
  await text(client, 'open', { command: 'cat', name: 'c' })
  expect(countTokens(await text(client, 'act'))).toBeLessThanOrEqual(30)
})

describe('over HTTP alone', () => {
  const headers = {
    authorization: `Bearer ${TOKEN}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

  test.each([
    ['no token', 401, { 'content-type': 'application/json' }, ping],
    ['a wrong token', 403, { ...headers, authorization: 'Bearer wrong' }, ping],
    ['a foreign page', 403, { ...headers, origin: 'https://evil.test' }, ping],
    ['a form', 415, { ...headers, 'content-type': 'text/plain' }, ping],
    ['nothing that could be answered', 406, { ...headers, accept: 'text/html' }, ping],
    ['a session that is not there', 404, { ...headers, 'mcp-session-id': 'nobody' }, ping],
    ['no JSON', 400, headers, '{oops'],
    ['no session at all', 400, headers, ping],
  ])('%s: %i', async (_, status, sent, body) => {
    const { port } = await newServer()
    expect((await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', headers: sent, body })).status).toBe(status)
  })

  test('a request of the newer revision stands alone', async () => {
    const { port } = await newServer()
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const params = { name: 'run', arguments: { command: 'echo modern' }, _meta }
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      headers: { ...headers, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'run' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    })
    expect(await response.text()).toContain('modern')
  })
})
