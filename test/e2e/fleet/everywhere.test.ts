/** What people and agents use works on a session of another node: attach, watch, the page, MCP, recordings, waits. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import { castScreen, parseCast } from '../../../packages/polytty/src/record/index.js'
import { needsNats } from '../../support/needs.js'
import { bin, newUser } from '../../support/polytty.js'
import { useUi } from '../web/ui.js'
import { type Node, startNats, startNode, until } from './nodes.js'

const answering = 'stty -echo; printf "\\033[1;31mbegun\\033[m\\n"; while read line; do echo "got $line"; done'

interface Pair {
  readonly owner: Node
  readonly near: Node
  readonly sessionId: string
}

/** `far` runs on one node, and all is done through the other. */
async function startFar(program = ['/bin/sh', '-c', answering]): Promise<Pair> {
  const nats = await startNats()
  const [owner, near] = [await startNode(nats.url, 'owner'), await startNode(nats.url, 'near')]
  const [shell, ...args] = program
  const { sessionId } = await owner.client.call('Session.create', { shell, args, name: 'far', cols: 60, rows: 12 })
  await until(near, (fleet) => fleet.find('far') !== undefined)
  return { owner, near, sessionId }
}

/** A command on a terminal of its own, which is a session of the node that it is run on. */
async function onTerminal({ client, server }: Node, ...words: readonly string[]): Promise<string> {
  const { env, home } = newUser()
  const args = [bin, ...words, '--server', server.url]
  const given = Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  const params = { shell: process.execPath, args, env: given, cwd: home, cols: 70, rows: 20 }
  const { sessionId } = await client.call('Session.create', params)
  return sessionId
}

test('attach shows it, types into it, and leaves', needsNats(), async () => {
  const { owner, near, sessionId } = await startFar()
  const terminal = await onTerminal(near, 'attach', 'far')
  const sees = (pattern: string) => near.client.call('Screen.waitForText', { sessionId: terminal, pattern })
  expect(await sees('begun')).toMatchObject({ found: true })
  await near.client.call('Input.sendText', { sessionId: terminal, text: 'attached\r' })
  expect(await sees('got attached')).toMatchObject({ found: true })
  expect((await owner.client.call('Screen.getText', { sessionId })).text).toContain('got attached')
  const command = near.server.sessions.get(terminal)
  const left = new Promise((resolve) => command.onExit.on(resolve))
  await near.client.call('Input.sendText', { sessionId: terminal, text: '\u001c\u001c' })
  await left
  expect(command.exit).toMatchObject({ code: 0 })
  expect(owner.server.sessions.get(sessionId).exited).toBe(false)
})

test('watch shows it as it changes', needsNats(), async () => {
  const { owner, near, sessionId } = await startFar()
  const terminal = await onTerminal(near, 'watch', 'far')
  const sees = (pattern: string) => near.client.call('Screen.waitForText', { sessionId: terminal, pattern })
  expect(await sees('begun')).toMatchObject({ found: true })
  await owner.client.call('Input.sendText', { sessionId, text: 'seen from afar\n' })
  expect(await sees('got seen from afar')).toMatchObject({ found: true })
})

describe('the page', needsNats('chromium'), () => {
  const ui = useUi()

  test('lists it, shows it and types into it', async () => {
    const { owner, near, sessionId } = await startFar()
    await ui.page.goto(`${ui.address(near.server)}ui#/attach/far`)
    await ui.shows('begun')
    await ui.entry('far').waitFor()
    await ui.page.keyboard.type('from the page')
    await ui.page.keyboard.press('Enter')
    await ui.shows('got from the page')
    expect((await owner.client.call('Screen.getText', { sessionId })).text).toContain('got from the page')
  })
})

test('tools of MCP run commands in it, act until it answers, look, and close it', needsNats(), async () => {
  const { owner, near, sessionId } = await startFar(['/bin/sh'])
  const agent = new Client({ name: 'test', version: '1' })
  await agent.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${near.server.port}/mcp`)))
  onTestFinished(() => agent.close())
  const use = async (name: string, args: Record<string, unknown> = {}): Promise<string> => {
    const { content, isError } = await agent.callTool({ name, arguments: args })
    const [{ text }] = content as [{ text: string }]
    expect(isError, text).toBeFalsy()
    return text
  }
  expect(await use('sessions')).toMatch(/^far /)
  expect(await use('act', { session: 'far', keys: 'echo ty""ped<Enter>', until: '/^typed$/' })).toContain('typed')
  // Without a condition it returns at the answer, not at the end of its time.
  expect(await use('act', { session: 'far', keys: 'echo an""swered<Enter>' })).toContain('answered')
  expect(await use('look', { session: 'far' })).toContain('answered')
  expect(await use('look', { session: 'far', at: 'history', find: 'typed' })).toContain('typed')
  const { resources } = await agent.listResources()
  const { contents } = await agent.readResource({ uri: resources[0]!.uri })
  expect(contents[0]).toMatchObject({ text: expect.stringContaining('answered') as string })
  expect(await use('sessions', { do: 'close', session: 'far' })).toMatch(/^far closed/)
  expect(owner.server.sessions.find(sessionId)).toBeUndefined()
})

test('a recording made through another node plays back to the same screen', needsNats(), async () => {
  const { owner, near, sessionId } = await startFar()
  const { client } = near
  await client.call('Screen.waitForText', { sessionId, pattern: 'begun' })
  const { recordingId } = await client.call('Recording.startSession', { sessionId })
  for (const word of ['one', 'two', 'three']) {
    await client.call('Input.sendText', { sessionId, text: `${word}\n` })
    await client.call('Screen.waitForText', { sessionId, pattern: `got ${word}` })
  }
  const { data } = await client.call('Recording.stopSession', { recordingId })
  const played = castScreen(parseCast(data))
  expect([played.cols, played.rows]).toEqual([60, 12])
  expect(played.text()).toBe(owner.server.sessions.get(sessionId).snapshot().text())
})

test('waits for the answer point end when the program waits again', needsNats(), async () => {
  const { near, sessionId } = await startFar(['/bin/sh'])
  const { client } = near
  await client.call('Input.sendText', { sessionId, text: 'sleep 0.3; echo an""swer\n' })
  expect(await client.call('Session.waitForReady', { sessionId })).toMatchObject({ ready: true })
  expect((await client.call('Screen.getText', { sessionId })).text).toContain('answer')
})
