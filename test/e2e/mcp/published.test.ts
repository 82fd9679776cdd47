/** /mcp as hosts that were written for the original use it: event streams, status words, prompts, resources, errors. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Server, startServer } from '../../../packages/polytty/src/server/server.js'

let server: Server
let url: string
beforeAll(async () => {
  server = await startServer({ port: 0, shell: '/bin/sh', hostname: 'here', mcpTools: 'wsh' }, { checkResults: true })
  url = `http://127.0.0.1:${server.port}/mcp`
})
afterAll(() => server.stop())

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

interface Answer {
  readonly result: Record<string, unknown>
  readonly error: { readonly code: number; readonly message: string }
}

function post(body: object, more: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { ...headers, ...more },
    body: JSON.stringify({ jsonrpc: '2.0', ...body }),
  })
}

/** The answer is the last event of a stream. */
async function request(method: string, params: object = {}): Promise<Answer> {
  const response = await post({ id: 7, method, params })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const [event, data, ...rest] = (await response.text()).split('\n')
  expect([event, rest]).toEqual(['event: message', ['', '']])
  const answer = JSON.parse(data!.replace(/^data: /, '')) as Answer & { id: number }
  expect(answer.id).toBe(7)
  return answer
}

async function use(name: string, args: object = {}): Promise<{ isError?: boolean; value: Record<string, unknown> }> {
  const { result, error } = await request('tools/call', { name: `wsh_${name}`, arguments: args })
  expect(error).toBeUndefined()
  const { isError, content } = result as { isError?: boolean; content: { text: string }[] }
  return { isError, value: JSON.parse(content[0]!.text) as Record<string, unknown> }
}

async function value(name: string, args: object = {}): Promise<Record<string, unknown>> {
  const { isError, value } = await use(name, args)
  expect(isError).toBeFalsy()
  return value
}

async function refused(name: string, args: object): Promise<[number, string]> {
  const { error } = await request('tools/call', { name: `wsh_${name}`, arguments: args })
  return [error.code, error.message]
}

test('a session of its own, which nothing depends on', async () => {
  const params = { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 't', version: '1' } }
  const first = await post({ id: 1, method: 'initialize', params })
  const session = first.headers.get('mcp-session-id')!
  expect(session).toMatch(/^[\x21-\x7e]+$/)
  const { result } = JSON.parse((await first.text()).replace(/^event: message\ndata: /, '')) as Answer
  expect(result).toMatchObject({
    protocolVersion: '2024-11-05',
    serverInfo: { name: 'wsh' },
    capabilities: { tools: {}, resources: {}, prompts: {} },
    instructions: expect.stringContaining('wsh_run_command'),
  })
  expect((await post({ id: 2, method: 'ping' }, { 'mcp-session-id': session })).status).toBe(200)
  const gone = await fetch(url, { method: 'DELETE', headers: { 'mcp-session-id': session } })
  expect(gone.status).toBe(202)
})

test.each([
  ['none', undefined, 406],
  ['JSON alone', 'application/json', 406],
  ['both', 'application/json, text/event-stream', 200],
  ['anything', '*/*', 200],
])('Accept: %s', async (_, accept, status) => {
  const { request: ask } = await import('node:http')
  const got = await new Promise<number | undefined>((resolve, reject) => {
    const sent = ask(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(accept && { accept }) },
    })
    sent.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject)
    sent.end('{"jsonrpc":"2.0","id":1,"method":"ping"}')
  })
  expect(got).toBe(status)
})

describe('tools', () => {
  test('sessions', async () => {
    expect(await value('create_session', { name: 'a', command: 'cat', tags: ['x'] })).toMatchObject({
      name: 'a',
      rows: 24,
    })
    await value('create_session', { name: 'b', command: 'cat' })
    expect(await value('list_sessions')).toMatchObject([{ name: 'a' }, { name: 'b' }])
    expect(await value('list_sessions', { tag: ['x', 'y'] })).toMatchObject([{ name: 'a' }])
    expect(await value('list_sessions', { session: 'a' })).toMatchObject({ name: 'a', tags: ['x'] })
    const manage = (action: string, more = {}) => value('manage_session', { session: 'a', action, ...more })
    expect(await manage('add_tags', { tags: ['z', 'y'] })).toEqual({
      status: 'tags_added',
      session: 'a',
      tags: ['x', 'y', 'z'],
    })
    expect(await manage('remove_tags', { tags: ['y'] })).toEqual({
      status: 'tags_removed',
      session: 'a',
      tags: ['x', 'z'],
    })
    expect(await manage('detach')).toEqual({ status: 'detached', session: 'a' })
    expect(await manage('rename', { new_name: 'c' })).toEqual({ status: 'renamed', old_name: 'a', new_name: 'c' })
    expect(await value('manage_session', { session: 'c', action: 'kill' })).toEqual({ status: 'killed', session: 'c' })
    expect(await value('manage_session', { session: 'b', action: 'kill' })).toMatchObject({ status: 'killed' })
    expect(await value('list_sessions')).toEqual([])
    expect(await value('list_servers')).toEqual({ local_hostname: 'here', servers: [] })
  })

  test('input and silence', async () => {
    await value('create_session', { name: 'i', command: 'stty -echo; cat' })
    expect(await value('await_idle', { session: 'i', timeout_ms: 50 })).toEqual({
      status: 'idle',
      generation: expect.any(Number),
    })
    expect(await value('send_input', { session: 'i', input: 'Aw==', encoding: 'base64' })).toEqual({
      status: 'sent',
      bytes: 1,
    })
    await value('create_session', { name: 'j', command: 'cat' })
    expect(await value('send_input', { session: 'j', input: 'é\n' })).toEqual({ status: 'sent', bytes: 3 })
    await server.sessions.get('j').wait({ type: 'cursor', row: 2, col: 0 })
    // Typed as it is: a newline is not added.
    const ran = await value('run_command', { session: 'j', input: 'half', timeout_ms: 1000, format: 'plain' })
    expect(ran).toMatchObject({
      screen: { lines: ['é', 'é', 'half', ...Array<string>(21).fill('')] },
      generation: expect.any(Number),
    })
    expect(await value('get_screen', { session: 'j' })).toMatchObject({
      lines: expect.arrayContaining([[{ text: 'half' }]]),
    })
    const late = { session: 'j', timeout_ms: 60_000, max_wait_ms: 1 }
    expect(await use('await_idle', late)).toMatchObject({
      isError: true,
      value: { error: 'idle timeout exceeded max_wait_ms', timeout_ms: 60_000, max_wait_ms: 1 },
    })
    expect(await use('run_command', { ...late, input: 'x' })).toMatchObject({
      isError: true,
      value: { error: 'idle timeout exceeded max_wait_ms', screen: { cols: 80 } },
    })
  })

  test('overlays and panels', async () => {
    await value('create_session', { name: 'o', command: 'cat' })
    const place = { session: 'o', x: 0, y: 0, width: 20, height: 3, spans: [{ text: 'hi' }] }
    const { status, id } = await value('overlay', place)
    expect(status).toBe('created')
    expect(await value('overlay', { session: 'o', id, x: 1 })).toMatchObject({ status: 'updated', id, x: 1 })
    expect(await value('remove_overlay', { session: 'o', id })).toEqual({ status: 'removed', id })
    expect(await value('remove_overlay', { session: 'o' })).toEqual({ status: 'cleared' })
    const panel = await value('panel', { session: 'o', position: 'bottom', height: 2, spans: [] })
    expect(panel).toMatchObject({ status: 'created', id: expect.any(String) })
    expect(await value('panel', { session: 'o', id: panel.id, height: 1 })).toMatchObject({
      status: 'updated',
      height: 1,
    })
    expect(await value('remove_panel', { session: 'o' })).toEqual({ status: 'cleared' })
  })

  test('what is asked wrongly is an error of the protocol', async () => {
    await value('create_session', { name: 'e', command: 'cat' })
    expect(await refused('get_screen', { session: 'missing' })).toEqual([-32602, 'session not found: missing'])
    expect(await refused('create_session', { name: 'e' })).toEqual([-32602, 'session name already exists: e'])
    expect((await refused('get_screen', {}))[0]).toBe(-32602)
    expect(await refused('manage_session', { session: 'e', action: 'rename' })).toEqual([
      -32602,
      'new_name is required for rename',
    ])
    expect((await refused('manage_session', { session: 'e', action: 'add_tags' }))[0]).toBe(-32602)
    expect(await refused('get_screen', { session: 'e', server: 'elsewhere' })).toEqual([
      -32602,
      'server not found: elsewhere',
    ])
    expect(await value('get_screen', { session: 'e', server: 'here' })).toMatchObject({ cols: 80 })
    expect((await refused('fly', {}))[0]).toBe(-32602)
  })
})

test('resources', async () => {
  await value('create_session', { name: 'r', command: 'printf "line\\n%.0s" $(seq 40); cat' })
  await server.sessions.get('r').wait({ type: 'text', text: 'line' })
  const { resources } = (await request('resources/list')).result as { resources: { uri: string; name: string }[] }
  const uris = resources.map(({ uri }) => uri)
  expect(uris).toEqual(
    expect.arrayContaining(['wsh://sessions', 'wsh://sessions/r/screen', 'wsh://sessions/r/scrollback']),
  )
  const { resourceTemplates } = (await request('resources/templates/list')).result as {
    resourceTemplates: { uriTemplate: string }[]
  }
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    'wsh://sessions/{name}/screen',
    'wsh://sessions/{name}/scrollback',
  ])
  const read = async (uri: string): Promise<unknown> => {
    const { contents } = (await request('resources/read', { uri })).result as {
      contents: { uri: string; text: string }[]
    }
    expect(contents).toMatchObject([{ uri, mimeType: 'application/json' }])
    return JSON.parse(contents[0]!.text)
  }
  expect(await read('wsh://sessions')).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'r', rows: 24 })]),
  )
  expect(await read('wsh://sessions/r/screen')).toMatchObject({ cols: 80, lines: expect.any(Array) })
  expect(await read('wsh://sessions/r/scrollback')).toMatchObject({ offset: 0, total_lines: expect.any(Number) })
  for (const uri of [
    'wsh://sessions/missing/screen',
    'wsh://sessions/r',
    'wsh://sessions/r/colour',
    'file:///etc/passwd',
  ])
    expect((await request('resources/read', { uri })).error.code).toBe(-32002)
})

test('prompts', async () => {
  const { prompts } = (await request('prompts/list')).result as { prompts: { name: string; description: string }[] }
  expect(prompts.map(({ name }) => name).sort()).toEqual(
    [
      'agent-orchestration',
      'cluster-orchestration',
      'core',
      'drive-process',
      'generative-ui',
      'input-capture',
      'monitor',
    ]
      .concat(['multi-session', 'tui', 'visual-feedback'])
      .map((name) => `wsh:${name}`),
  )
  const tools = ((await request('tools/list')).result as { tools: { name: string }[] }).tools.map(({ name }) => name)
  for (const { name, description } of prompts) {
    const { result } = await request('prompts/get', { name })
    expect(result).toMatchObject({ description, messages: [{ role: 'user', content: { type: 'text' } }] })
    const { text } = (result as { messages: { content: { text: string } }[] }).messages[0]!.content
    // What a prompt speaks of is there.
    for (const [tool] of text.matchAll(/\bwsh_\w+/g)) expect(tools).toContain(tool)
    if (name === 'wsh:core') expect(text).toMatch(/wsh:core-mcp[\s\S]*wsh_run_command/)
  }
  expect((await request('prompts/get', { name: 'nonexistent' })).error).toEqual({
    code: -32602,
    message: 'unknown prompt: nonexistent',
  })
})
