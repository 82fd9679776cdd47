/**
 * What an operator guards: every way of typing into a session, of every protocol and command, is in the audit log and
 * asks for approval where a pattern matches; a person at a terminal is logged, but not asked.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { createDiagnostics } from '../../../packages/polytty/src/base/diagnostics.js'
import { silentLog } from '../../../packages/polytty/src/base/log.js'
import type { Session } from '../../../packages/polytty/src/session/index.js'
import { needs } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'
import { polytty } from '../../support/polytty.js'
import { type Shared, shareServer } from './clients.js'

interface Entry {
  readonly client: string
  readonly session: string
  readonly tool: string
  readonly input: string
  readonly decision?: string
}

interface Guarded {
  readonly shared: Shared
  readonly session: Session
  /** What the operator was asked; each is decided at once. */
  readonly asked: readonly string[]
  entries(): Entry[]
}

/** A server whose operator denies whatever has to be approved, and a program that echoes. */
async function guard(decision: 'approved' | 'denied' = 'denied', script = 'cat'): Promise<Guarded> {
  const audit = join(newFolder(), 'audit.jsonl')
  const asked: string[] = []
  const decide = async (id: string): Promise<void> => {
    const { pending } = await operator.call('Agent.listPending', {})
    asked.push(...pending.filter((one) => one.id === id).map(({ input }) => input))
    await operator.call('Agent.decide', { id, decision })
  }
  const info = (_: string, fields?: { readonly id?: unknown }): void => {
    if (fields?.id !== undefined) void decide(String(fields.id))
  }
  const diagnostics = createDiagnostics({ ...silentLog, info })
  const shared = await shareServer({ agents: { approve: ['rm -rf'], audit } }, { diagnostics })
  const operator = await shared.webSocket('wrightty', '/')
  const session = await shared.server.sessions.create({ name: 'c', program: '/bin/sh', args: ['-c', script] })
  const entries = (): Entry[] =>
    readFileSync(audit, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Entry)
  return { shared, session, asked, entries }
}

async function mcpOf({ server }: Shared, path = '/mcp'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url.replace(/^ws/, 'http')}${path}`)))
  onTestFinished(() => client.close())
  return client
}

async function socketOf({ server }: Shared, kind: 'raw' | 'attach'): Promise<WebSocket> {
  const socket = new WebSocket(`${server.url}/sessions/c/ws/${kind}${kind === 'attach' ? '?cols=80&rows=24' : ''}`)
  await once(socket, 'open')
  onTestFinished(() => socket.close())
  return socket
}

const run = ({ server }: Shared, ...words: readonly string[]): Promise<unknown> =>
  polytty([...words, '--server', server.url.replace(/^ws/, 'http')], { env: process.env }).then((result) => {
    if (result.code !== 0) throw new Error(result.stderr || result.stdout)
  })

async function tuispecOf(shared: Shared): ReturnType<Shared['tuispec']> {
  const client = await shared.tuispec('c')
  await client.call('initialize', { name: 'guarded' })
  return client
}

/** Each way of typing: the client and the tool that the log names, and what types. */
const ways: Record<string, [client: string, type: (shared: Shared, text: string) => Promise<unknown>]> = {
  'wrightty, text': [
    'wrightty',
    async (shared, text) => (await shared.webSocket('wrightty', '/')).call('Input.sendText', { sessionId: 'c', text }),
  ],
  'wrightty, keys': [
    'wrightty',
    async (shared, text) =>
      (await shared.webSocket('wrightty', '/')).call('Input.sendKeys', { sessionId: 'c', keys: [...text] }),
  ],
  'termwright, type': ['termwright', async (shared, text) => (await shared.termwright('c')).call('type', { text })],
  'termwright, paste': ['termwright', async (shared, text) => (await shared.termwright('c')).call('paste', { text })],
  'termwright, raw': [
    'termwright',
    async (shared, text) =>
      (await shared.termwright('c')).call('raw', { bytes_base64: Buffer.from(text).toString('base64') }),
  ],
  'ptywright, text': [
    'ptywright',
    async (shared, value) =>
      (await shared.unix('ptywright')).call('session.input', { session: 's1', action: { type: 'text', value } }),
  ],
  'ptywright, streamed': [
    'ptywright',
    async (shared, text) =>
      (await shared.unix('ptywright')).call('session.input', {
        session: 's1',
        action: { type: 'stream_text', value: { text, chunk_chars: 3 } },
      }),
  ],
  'tuispec, text': ['tuispec', async (shared, text) => (await tuispecOf(shared)).call('sendText', { text })],
  'tuispec, line': ['tuispec', async (shared, text) => (await tuispecOf(shared)).call('sendLine', { text })],
  'wsh, HTTP': ['wsh', async (shared, data) => shared.http.call('send_input', { session: 'c', data })],
  'wsh, WebSocket': [
    'wsh',
    async (shared, data) => (await shared.webSocket('wsh', '/ws/json')).call('send_input', { session: 'c', data }),
  ],
  'MCP, act': ['http', async (shared, keys) => failing(await mcpOf(shared), 'act', { session: 'c', keys })],
  "MCP, wsh's tools": [
    'mcp',
    async (shared, input) =>
      failing(await mcpOf(shared, '/mcp/wsh'), 'wsh_send_input', { session: 'c', input: [...input].join('') }),
  ],
  'polytty type': ['wrightty', (shared, text) => run(shared, 'type', 'c', text)],
  'polytty do': ['command', (shared, text) => run(shared, 'do', 'c', text)],
}

async function failing(client: Client, name: string, args: Record<string, unknown>): Promise<void> {
  const { isError, content } = await client.callTool({ name, arguments: args })
  if (isError) throw new Error(JSON.stringify(content))
}

describe.each(Object.entries(ways))('%s', (_, [client, type]) => {
  test('types nothing that the operator denies, and the log has all of it', async () => {
    const { shared, session, asked, entries } = await guard()
    await expect(type(shared, 'rm -rf /')).rejects.toThrow()
    expect(asked).toEqual([expect.stringContaining('rm -rf')])
    await type(shared, 'echo fine')
    await session.wait({ type: 'text', text: 'echo fine' })
    expect(session.snapshot().text()).not.toContain('rf')
    const own = entries().filter((entry) => entry.session === 'c' && entry.tool !== 'open')
    expect(own.filter(({ decision }) => decision === 'denied').map(({ input }) => input)).not.toEqual([])
    expect(own.map(({ input }) => input).join('')).toContain('echo fine')
    for (const entry of own) expect(entry.client).toContain(client)
  })
})

test('programs are inputs too, whoever starts them', async () => {
  const { shared, asked, entries } = await guard()
  const wrightty = await shared.webSocket('wrightty', '/')
  const create = { shell: '/bin/sh', args: ['-c', 'rm -rf nothing'] }
  await expect(wrightty.call('Session.create', create)).rejects.toThrow('nothing was started')
  await expect(shared.http.call('create_session', { command: 'rm -rf nothing' })).rejects.toThrow('nothing was started')
  const mcp = await mcpOf(shared)
  await expect(failing(mcp, 'open', { command: 'rm -rf nothing' })).rejects.toThrow('nothing was started')
  await failing(mcp, 'open', { command: 'cat', name: 'kept' })
  expect(asked).toHaveLength(3)
  expect(entries().filter(({ tool }) => tool === 'open')).toMatchObject([
    { session: 'c', input: '/bin/sh -c cat' },
    { decision: 'denied', client: 'wrightty' },
    { decision: 'denied', client: 'wsh' },
    { decision: 'denied', client: expect.stringContaining('http') },
    { session: 'kept', input: '/bin/sh -c cat' },
  ])
})

test('what is approved is typed, and keeps its place', async () => {
  const { shared, session, asked, entries } = await guard('approved', 'read a; read b; echo "$a, $b"')
  const socket = await socketOf(shared, 'raw')
  // Nothing of it matches by itself.
  for (const char of 'rm -rf x\rnext\r') socket.send(Buffer.from(char))
  await session.wait({ type: 'text', text: 'rm -rf x, next' })
  expect(asked).toEqual(['rm -rf'])
  const typed = entries().filter(({ tool }) => tool === 'raw socket')
  expect(typed.map(({ input }) => input).join('')).toBe('rm -rf x<Enter>next<Enter>')
})

test('a person at a terminal is not asked, and what the program hides is not in the log', async () => {
  const { shared, session, asked, entries } = await guard('denied', 'read a; printf "Password: "; stty -echo; read b')
  const socket = await socketOf(shared, 'attach')
  socket.send(Buffer.from('rm -rf x\r'))
  await session.wait({ type: 'text', text: 'Password:' })
  await session.settled()
  socket.send(Buffer.from('tr0ub4dor\r'))
  await session.wait({ type: 'exited' })
  expect(asked).toEqual([])
  expect(entries().slice(1)).toMatchObject([
    { client: 'person', tool: 'attached terminal', input: 'rm -rf x<Enter>' },
    { client: 'person', input: '<hidden>' },
  ])
})

test('who goes away while the operator is asked types nothing', async () => {
  const audit = join(newFolder(), 'audit.jsonl')
  let ask = (): void => {}
  const asked = new Promise<void>((resolve) => (ask = resolve))
  const diagnostics = createDiagnostics({ ...silentLog, info: (text) => void (text.includes('approval') && ask()) })
  const shared = await shareServer({ agents: { approve: ['rm'], audit } }, { diagnostics })
  const session = await shared.server.sessions.create({ name: 'c', program: 'cat' })
  const client = await shared.webSocket('wrightty', '/')
  const typing = client.call('Input.sendText', { sessionId: 'c', text: 'rm x' })
  await asked
  client.close()
  await expect(typing).rejects.toThrow()
  await (await shared.webSocket('wrightty', '/')).call('Input.sendText', { sessionId: 'c', text: 'later' })
  await session.wait({ type: 'text', text: 'later' })
  expect(session.snapshot().text().trim()).toBe('later')
  expect(readFileSync(audit, 'utf8')).toContain('"decision":"unanswered"')
})

test('polytty run in a session', needs('bash'), async () => {
  const { shared, session, asked } = await guard('denied', 'PS1="$ " exec bash --norc -i')
  await session.wait({ type: 'text', text: '$ ' })
  await expect(run(shared, 'run', '-s', 'c', 'rm -rf nothing')).rejects.toThrow('not approved')
  expect(asked).toHaveLength(1)
})
