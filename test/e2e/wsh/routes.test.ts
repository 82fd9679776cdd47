/** Every operation of the OpenAPI document, done once: what it says comes of it does. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Server, startServer } from '../../../packages/polytty/src/server/server.js'

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
}

const spans = [{ id: 'a', text: 'x' }]
const writes = [{ row: 0, col: 0, text: 'x' }]

/** What has to be sent; nothing, for those that are not here. */
const bodies: Readonly<Record<string, object | string>> = {
  set_server_mode: { persistent: true },
  add_server: { address: 'http://127.0.0.1:1' },
  create_session: { command: 'cat' },
  update_session: { add_tags: ['x'] },
  resize: { cols: 50, rows: 10 },
  send_input: 'text',
  focus: { id: '$overlay' },
  create_overlay: { x: 0, y: 0, spans },
  update_overlay: { spans },
  patch_overlay: { x: 1 },
  update_overlay_spans: { spans },
  overlay_region_write: { writes },
  create_panel: { position: 'top', height: 1 },
  update_panel: { position: 'top', height: 1, z: 1, spans },
  patch_panel: { height: 2 },
  update_panel_spans: { spans },
  panel_region_write: { writes },
  batch_update: { id: '$overlay', type: 'overlay', spans, writes },
}
/** What is there to be refused. */
const refused = new Set(['add_server', 'remove_server'])
const queries: Readonly<Record<string, string>> = {
  await_idle: '?timeout_ms=1',
  await_idle_any: '?timeout_ms=1',
  await_quiesce: '?timeout_ms=1',
  await_quiesce_any: '?timeout_ms=1',
}

let server: Server
beforeAll(async () => {
  server = await startServer({ port: 0, shell: '/bin/sh', hostname: 'here' }, { checkResults: true })
})
afterAll(() => server.stop())

function ask(method: string, path: string, body?: object | string): Promise<Response> {
  const content = typeof body === 'object' ? JSON.stringify(body) : body
  return fetch(`http://127.0.0.1:${server.port}${path}`, { method, ...(content !== undefined && { body: content }) })
}

async function idOf(answer: Promise<Response>): Promise<string> {
  return ((await (await answer).json()) as { id: string }).id
}

/** A session with one of everything, for one operation. */
async function prepare(operation: string): Promise<Record<'name' | 'overlay' | 'panel' | 'recording', string>> {
  const name = operation
  await ask('POST', '/sessions', { name, command: 'cat' })
  const at = `/sessions/${name}`
  const overlay = await idOf(ask('POST', `${at}/overlay`, { x: 0, y: 0, spans, focusable: true }))
  const panel = await idOf(ask('POST', `${at}/panel`, { position: 'top', height: 1, spans }))
  const recording = operation === 'start_recording' ? '' : await idOf(ask('POST', `${at}/recording`))
  if (operation === 'exit_alt_screen') await ask('POST', `${at}/screen_mode/enter_alt`)
  return { name, overlay, panel, recording }
}

test('what the document says', async () => {
  const { paths } = parse(await (await ask('GET', '/openapi.yaml')).text()) as {
    paths: Record<string, Record<string, Operation>>
  }
  const stopped = new Promise<void>((resolve) => server.onUnneeded.on(resolve))
  let count = 0
  for (const [path, operations] of Object.entries(paths)) {
    for (const [verb, { operationId, responses }] of Object.entries(operations)) {
      const { name, overlay, panel, recording } = await prepare(operationId)
      const id = path.includes('/overlay/') ? overlay : path.includes('/panel/') ? panel : recording
      const at = path.replace('{name}', name).replace('{id}', id).replace('{hostname}', 'here')
      const body = bodies[operationId]
      const sent =
        typeof body === 'object' ? (JSON.parse(JSON.stringify(body).replace('$overlay', overlay)) as object) : body
      const response = await ask(verb.toUpperCase(), `${at}${queries[operationId] ?? ''}`, sent)
      const [status, { content }] = Object.entries(responses).find(([code]) =>
        code.startsWith(refused.has(operationId) ? '400' : '2'),
      )!
      expect([operationId, String(response.status)]).toEqual([operationId, status])
      const type = response.headers.get('content-type')?.split(';')[0]
      expect([operationId, type]).toEqual([operationId, content && Object.keys(content)[0]!.split(';')[0]])
      await response.arrayBuffer()
      await ask('DELETE', `/sessions/${name}`)
      count++
    }
  }
  expect(count).toBeGreaterThan(55)
  await stopped
})
