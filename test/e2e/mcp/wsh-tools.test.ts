/** The published MCP client against /mcp/wsh: what a model's host would do. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Server, startServer } from '../../../packages/polytty/src/server/server.js'

const TOKEN = 'a-long-enough-secret'
const headers = { authorization: `Bearer ${TOKEN}` }
let server: Server
let client: Client
let url: URL

beforeAll(async () => {
  server = await startServer({ port: 0, shell: '/bin/sh', token: TOKEN }, { checkResults: true })
  url = new URL(`http://127.0.0.1:${server.port}/mcp/wsh`)
  client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
})
afterAll(async () => {
  await client.close()
  await server.stop()
})

interface ToolResult {
  readonly isError?: boolean
  readonly content: readonly { readonly type: string; readonly text: string }[]
  readonly structuredContent?: Record<string, unknown>
}

async function use(name: string, args: Record<string, unknown> = {}): Promise<ToolResult> {
  return (await client.callTool({ name: `wsh_${name}`, arguments: args })) as unknown as ToolResult
}

async function result(name: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const { isError, content, structuredContent } = await use(name, args)
  expect(isError, content[0]?.text).toBeFalsy()
  const value = JSON.parse(content[0]!.text) as Record<string, unknown>
  // Only an object may be given in both ways.
  expect(structuredContent).toEqual(Array.isArray(value) ? undefined : value)
  return value
}

test('says who it is and what it can do', async () => {
  expect(client.getServerVersion()).toMatchObject({ name: 'wsh', title: 'polytty terminal sessions' })
  expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: {}, prompts: {} })
  expect(client.getInstructions()).toContain('wsh_run_command')
  await client.ping()
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name).sort()).toEqual(
    ['await_quiesce', 'create_session', 'get_screen', 'get_scrollback', 'input_mode', 'list_sessions', 'manage_session']
      .concat(['await_idle', 'list_servers'])
      .concat(['overlay', 'panel', 'remove_overlay', 'remove_panel', 'run_command', 'screen_mode', 'send_input'])
      .map((name) => `wsh_${name}`)
      .sort(),
  )
  for (const { inputSchema, description } of tools) {
    expect(inputSchema.type).toBe('object')
    expect(description).toBeTruthy()
  }
})

test('a session: made, used, looked at, ended', async () => {
  const env = { PS1: '$ ', ENV: '' }
  expect(await result('create_session', { name: 'm', rows: 10, cols: 40, env })).toMatchObject({ name: 'm', rows: 10 })
  expect(await result('list_sessions')).toMatchObject([{ name: 'm' }])
  // Longer than a busy machine needs to answer.
  const quiet = { session: 'm', timeout_ms: 2000 }
  const { screen } = await result('run_command', { ...quiet, input: "printf 'a%sc\\n' b\n", format: 'plain' })
  expect((screen as { lines: string[] }).lines).toContain('abc')
  await result('send_input', { session: 'm', input: Buffer.from('seq 1 30\n').toString('base64'), encoding: 'base64' })
  await result('await_quiesce', { ...quiet, fresh: true })
  expect(await result('get_scrollback', { session: 'm', limit: 500, format: 'plain' })).toMatchObject({
    lines: expect.arrayContaining(['abc', '1', '30']),
  })
  expect(await result('get_screen', { session: 'm', format: 'styled' })).toMatchObject({ cols: 40 })
  await result('manage_session', { session: 'm', action: 'rename', new_name: 'n' })
  await result('manage_session', { session: 'n', action: 'detach' })
  expect(await result('list_sessions', { session: 'n' })).toMatchObject({ name: 'n' })
  await result('manage_session', { session: 'n', action: 'kill' })
  expect(await result('list_sessions')).toEqual([])
})

test('overlays, panels, the focus and the screen mode', async () => {
  await result('create_session', { name: 'o', rows: 4, cols: 20, command: 'cat' })
  const { id } = await result('overlay', { session: 'o', x: 2, y: 1, spans: [{ text: 'hi' }], focusable: true })
  expect(await result('overlay', { session: 'o', id, x: 0, spans: [{ text: 'ho' }] })).toMatchObject({ x: 0, y: 1 })
  const panel = await result('panel', { session: 'o', spans: [{ text: 'foot' }] })
  expect(await result('panel', { session: 'o', id: panel.id, height: 2 })).toMatchObject({ height: 2, visible: true })
  expect(await result('get_screen', { session: 'o', composed: true, format: 'plain' })).toMatchObject({
    lines: ['', 'ho', 'foot', ''],
  })
  expect(await result('overlay', { session: 'o', list: true })).toMatchObject({ overlays: [{ id }] })
  expect(await result('panel', { session: 'o', list: true })).toMatchObject({ panels: [{ id: panel.id }] })
  expect(await result('input_mode', { session: 'o', mode: 'capture', focus: id })).toEqual({
    mode: 'capture',
    focused_element: id,
  })
  expect(await result('input_mode', { session: 'o', unfocus: true })).toMatchObject({ focused_element: null })
  expect(await result('screen_mode', { session: 'o', action: 'enter_alt' })).toEqual({ mode: 'alt' })
  expect(await result('screen_mode', { session: 'o', action: 'exit_alt' })).toEqual({ mode: 'normal' })
  await result('remove_overlay', { session: 'o', id })
  await result('remove_panel', { session: 'o' })
  expect(await result('get_screen', { session: 'o', composed: true, format: 'plain' })).toMatchObject({
    lines: ['', '', '', ''],
  })
})

test('mistakes in a request are reported to the host; failures of an action, to the model', async () => {
  await expect(use('get_screen', { session: 'missing' })).rejects.toThrow('session not found: missing')
  await expect(use('get_screen')).rejects.toThrow('session: ')
  await result('create_session', { name: 'busy', command: 'while :; do echo x; done' })
  const endless = await use('run_command', { session: 'busy', input: 'x', timeout_ms: 5000, max_wait_ms: 50 })
  expect(endless).toMatchObject({ isError: true, structuredContent: { error: expect.stringContaining('timeout') } })
  await result('manage_session', { session: 'busy', action: 'kill' })
  await expect(use('fly')).rejects.toThrow('unknown tool: wsh_fly')
})

describe('over HTTP', () => {
  const json = { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

  test.each([
    ['no token', 401, { 'content-type': 'application/json' }, ping],
    ['a wrong token', 403, { ...json, authorization: 'Bearer wrong' }, ping],
    ['a foreign page', 403, { ...json, origin: 'https://evil.test' }, ping],
    ['a form', 415, { ...json, 'content-type': 'text/plain' }, ping],
    ['nothing that could be answered', 406, { ...json, accept: 'text/html' }, ping],
    ['a version no one speaks', 400, { ...json, 'mcp-protocol-version': '1999-01-01' }, ping],
    ['a notification', 202, json, '{"jsonrpc":"2.0","method":"notifications/initialized"}'],
    ['too much', 413, json, `"${'x'.repeat(1024 * 1024)}"`],
    ['a ping', 200, json, ping],
  ])('%s: %i', async (_, status, sent, body) => {
    expect((await fetch(url, { method: 'POST', headers: sent, body })).status).toBe(status)
  })

  test('other verbs have nothing to do here', async () => {
    const response = await fetch(url, { headers })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, DELETE'])
  })

  test.each([
    ['{oops', -32700],
    ['{"jsonrpc":"2.0","id":1}', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"fly"}', -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}', -32602],
  ])('%s: %i', async (body, code) => {
    // Whoever takes anything gets plain JSON.
    const anything = { ...json, accept: '*/*' }
    const answer = (await (await fetch(url, { method: 'POST', headers: anything, body })).json()) as {
      error: { code: number }
    }
    expect(answer.error.code).toBe(code)
  })
})
