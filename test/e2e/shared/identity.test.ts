/** One session, five names: what one dialect makes, the others list, find, are notified of and can end. */
import { connect, type Ptywright, type Wrightty } from '@polytty/client'
import { expect, onTestFinished, test } from 'vitest'
import type { Hello } from '../../../packages/polytty/src/protocols/hello.js'
import { type Shared, shareServer, type Witness } from './clients.js'

interface Lists {
  readonly wrightty: readonly string[]
  readonly wsh: readonly string[]
  readonly ptywright: readonly string[]
}

/** The sessions as each dialect lists them; wsh by name, wrightty by id. */
async function lists(shared: Shared, wrightty: Witness<Wrightty>, ptywright: Witness<Ptywright>): Promise<Lists> {
  const { sessions } = await wrightty.call('Session.list')
  const named = await shared.http.call('list_sessions')
  const numbered = await ptywright.call('session.list')
  return {
    wrightty: sessions.map(({ sessionId }) => sessionId),
    wsh: named.map(({ name }) => name),
    ptywright: numbered.sessions,
  }
}

test('a session that any dialect makes is in the lists and the news of the others', async () => {
  const shared = await shareServer()
  const wrightty = await shared.unix('wrightty')
  const ptywright = await shared.unix('ptywright')
  const wsh = await shared.webSocket('wsh', '/ws/json')
  const news = (name: string, event: 'session_created' | 'session_destroyed') =>
    wsh.event((received) => received.name === event && received.params.params.name === name)

  const { sessionId } = await wrightty.call('Session.create', { shell: '/bin/cat' })
  await shared.http.call('create_session', { name: 'from-wsh', command: 'cat' })
  await ptywright.call('session.create', { program: '/bin/cat' })
  const tuispec = await shared.tuispec()
  await tuispec.call('initialize', { name: 'from-tuispec' })
  await tuispec.call('launch', { command: '/bin/cat' })
  const start = { polytty: 'start', command: ['/bin/cat'], cols: 80, rows: 24, cwd: '/', env: process.env }
  const daemon = await shared.unix('termwright', start)

  const all = shared.server.sessions.list()
  expect(all).toHaveLength(5)
  const seen = await lists(shared, wrightty, ptywright)
  expect(seen.wrightty).toEqual(all.map(({ id }) => id))
  expect(seen.wsh.toSorted()).toEqual(all.map(({ name }) => name).toSorted())
  expect(seen.ptywright).toEqual(['s1', 's2', 's3', 's4', 's5'])
  expect(all.map(({ name }) => name)).toEqual([sessionId, 'from-wsh', expect.any(String), 'from-tuispec', 'cat'])
  for (const { name } of all) await news(name, 'session_created')

  // Each is found by its name, whoever made it.
  for (const [index, { name, id }] of all.entries()) {
    expect(await wrightty.call('Session.getInfo', { sessionId: name })).toMatchObject({ sessionId: id })
    expect(await shared.http.call('get_session', { session: id })).toMatchObject({ name })
    const number = await ptywright.call('session.snapshot', { session: `s${index + 1}` })
    expect(await ptywright.call('session.snapshot', { session: name })).toEqual(number)
    const termwright = await shared.termwright(name)
    expect(await termwright.call('status')).toMatchObject({ exited: false })
    termwright.close()
  }

  // Ended in one, ended in all; what a daemon or a tuispec client launched ends with it.
  await shared.http.call('kill_session', { name: sessionId })
  await ptywright.call('session.close', { session: 's3' })
  tuispec.close()
  daemon.close()
  for (const [index, { name }] of all.entries()) if (index !== 1) await news(name, 'session_destroyed')
  expect(await lists(shared, wrightty, ptywright)).toEqual({
    wrightty: [all[1]!.id],
    wsh: ['from-wsh'],
    ptywright: ['s2'],
  })
})

test('a session that a tuispec client only drives outlives it, and is not launched over', async () => {
  const shared = await shareServer()
  const session = await shared.server.sessions.create({ program: '/bin/cat', name: 'kept' })
  const tuispec = await shared.tuispec('kept')
  expect(await tuispec.call('initialize', { name: 'driver', terminalCols: 50 })).toMatchObject({ cols: 50, rows: 24 })
  await tuispec.call('sendText', { text: 'typed here' })
  await tuispec.call('waitForText', { selector: { type: 'exact', text: 'typed here' } })
  await expect(tuispec.call('launch', { command: 'sh' })).rejects.toMatchObject({
    data: { details: expect.stringContaining('serves the session kept') },
  })
  tuispec.close()
  await tuispec.closed
  await session.write('after\r')
  expect(await session.wait({ type: 'text', text: 'after' })).toMatchObject({ kind: 'matched' })
})

test('who uses a session is reported by dialect, until they leave', async () => {
  const shared = await shareServer()
  const session = await shared.server.sessions.create({ program: '/bin/cat', name: 'busy' })
  const clients = await Promise.all([
    shared.unix('wrightty'),
    shared.webSocket('wrightty', '/'),
    shared.unix('ptywright'),
    shared.termwright('busy'),
    shared.webSocket('wsh', '/sessions/busy/ws/json'),
    shared.tuispec('busy'),
  ])
  const [first, second, ptywright, , , tuispec] = clients
  for (const wrightty of [first!, second!, first!]) await wrightty.call('Screen.getText', { sessionId: 'busy' })
  await ptywright!.call('session.resize', { session: 's1', rows: 10, cols: 30 })
  await tuispec!.call('initialize')
  const watcher = await connect(shared.server.url)
  onTestFinished(() => watcher.close())
  const overview = async () => (await watcher.call('Polytty.listSessions')).sessions
  expect(await overview()).toEqual([
    {
      id: session.id,
      name: 'busy',
      node: null,
      command: ['/bin/cat'],
      pid: session.pid,
      title: '',
      cols: 30,
      rows: 10,
      ageMs: expect.any(Number),
      idleMs: expect.any(Number),
      exit: null,
      readiness: expect.objectContaining({ pid: session.pid }),
      clients: { wrightty: 2, ptywright: 1, termwright: 1, wsh: 1, tuispec: 1 },
    },
  ])
  for (const client of clients) client!.close()
  while (shared.server.clients > 1) await new Promise<void>((resolve) => shared.server.onClients.on(() => resolve()))
  expect((await overview())[0]!.clients).toEqual({})
})

test('a greeting that cannot be met is refused with the reason', async () => {
  const shared = await shareServer()
  const refused = (greeting: Hello) => expect(shared.unix('termwright', greeting)).rejects
  await expect(shared.termwright('missing')).rejects.toThrow(/no session "missing"/)
  await refused({ polytty: 'telnet' }).toThrow(/unknown hello/)
  const start = { polytty: 'start', command: ['/no/such'], cols: 80, rows: 24, cwd: '/', env: {} }
  await refused(start).toThrow(/no.such/)
})
