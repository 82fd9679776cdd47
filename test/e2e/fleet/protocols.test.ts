/** A session of another node through every protocol, and through what people use. */
import { expect, test } from 'vitest'
import { needsNats } from '../../support/needs.js'
import { newUser } from '../../support/polytty.js'
import { shareServer } from '../shared/clients.js'
import {
  ptywrightLook,
  snapshotLook,
  termwrightLook,
  tuispecLook,
  wrighttyLook,
  wshLook,
} from '../shared/dialect-screens.js'
import { startNats, startNode, until } from './nodes.js'

const colourful = `stty -echo; printf '\\033[1;31mred\\033[0m \\033[44m日本語\\033[0m\\n'; while read line; do echo "got $line"; done`

test('all five protocols show and type into a session of another node', needsNats(), async () => {
  const nats = await startNats()
  const owner = await startNode(nats.url, 'owner')
  const { sessionId } = await owner.client.call('Session.create', {
    shell: '/bin/sh',
    args: ['-c', colourful],
    name: 'far',
    cols: 60,
    rows: 12,
  })
  const near = await shareServer({ fleet: { servers: nats.url, node: 'near' } })
  const [wrightty, ptywright] = [await near.webSocket('wrightty', ''), await near.unix('ptywright')]
  const [termwright, tuispec] = [await near.termwright('far'), await near.tuispec('far')]
  const bytes = await near.bytes('/sessions/far/ws/raw')
  await tuispec.call('initialize', { name: 'far', terminalCols: 60, terminalRows: 12 })
  await wrightty.call('Input.sendText', { sessionId, text: 'wrightty\n' })
  await ptywright.call('session.input', { session: 'far', action: { type: 'text', value: 'ptywright\n' } })
  await termwright.call('type', { text: 'termwright\n' })
  await tuispec.call('sendLine', { text: 'tuispec' })
  await near.http.call('send_input', { session: 'far', data: 'wsh\n' })
  await wrightty.call('Screen.waitForText', { sessionId, pattern: 'got wsh' })
  const session = owner.server.sessions.get(sessionId)
  const exact = snapshotLook(session.snapshot())
  for (const name of ['wrightty', 'ptywright', 'termwright', 'tuispec', 'wsh'])
    expect(exact.text).toContain(`got ${name}`)
  const looks = [
    await wrighttyLook(wrightty, 'far'),
    await ptywrightLook(ptywright, 'far'),
    await termwrightLook(termwright),
    await tuispecLook(tuispec),
  ]
  for (const look of [...looks, await wshLook(near, 'far', looks[0]!)]) {
    expect(look).toMatchObject({ cols: 60, rows: 12 })
    expect(look.text.slice(0, 7)).toEqual(exact.text.slice(0, 7))
  }
  expect(looks[0]!.cells![0]!.slice(0, 3).every(({ bold }) => bold)).toBe(true)
  expect(bytes.text()).toContain('got wsh')
  expect(await near.http.call('list_sessions', {})).toMatchObject([{ name: 'far', cols: 60 }])
})

test('sessions are placed by pool and labels, and not on a node that is drained', needsNats(), async () => {
  const nats = await startNats()
  const front = await startNode(nats.url, 'front')
  await startNode(nats.url, 'big', { fleet: { pool: 'work', labels: { gpu: 'yes' } } })
  await startNode(nats.url, 'small', { fleet: { pool: 'work' } })
  await until(front, (fleet) => fleet.nodes().filter(({ state }) => state === 'ready').length === 3)
  const place = async (place?: object): Promise<string | null> => {
    const { sessionId } = await front.client.call('Session.create', { shell: '/bin/cat', place })
    return front.server.sessions.get(sessionId).node
  }
  expect(await place()).toBeNull()
  expect(await place({ node: 'small' })).toBe('small')
  expect(await place({ pool: 'work', labels: { gpu: 'yes' } })).toBe('big')
  await expect(place({ pool: 'none' })).rejects.toThrow(/no node of the fleet fits: pool none/)
  await front.client.call('Polytty.drain', { node: 'big', draining: true })
  await until(front, (fleet) => fleet.nodes().some(({ draining }) => draining))
  await expect(place({ pool: 'work', labels: { gpu: 'yes' } })).rejects.toThrow(/: big is being drained$/)
  for (let count = 0; count < 5; count++) expect(await place({ pool: 'work' })).toBe('small')
  await front.client.call('Polytty.drain', { node: 'big', draining: false })
  await until(front, (fleet) => fleet.nodes().every(({ draining }) => !draining))
  const nodes = new Set<string | null>()
  for (let count = 0; count < 8; count++) nodes.add(await place({ pool: 'work' }))
  expect(nodes).toEqual(new Set(['big', 'small']))
})

test('the command shows nodes and sessions, and types, looks and ends through any node', needsNats(), async () => {
  const nats = await startNats()
  const owner = await startNode(nats.url, 'owner', { fleet: { labels: { os: 'linux' } } })
  const near = await startNode(nats.url, 'near')
  await owner.client.call('Session.create', { shell: '/bin/cat', name: 'far' })
  await until(near, (fleet) => fleet.find('far') !== undefined && fleet.nodes().length === 2)
  const user = newUser()
  const run = (...words: readonly string[]) => {
    const [at, ...rest] = [words[0] === 'fleet' ? 2 : 1, ...words]
    return user.run(...rest.slice(0, at), '--server', near.server.url, ...rest.slice(at))
  }
  expect((await run('fleet', 'nodes')).stdout).toMatch(/near \* .*\nowner .* os=linux /)
  expect((await run('fleet', 'sessions')).stdout).toMatch(/far +owner +running/)
  expect((await run('sessions')).stdout).toMatch(/far .* owner/)
  expect(await run('type', 'far', 'typed here', '--enter')).toMatchObject({ code: 0 })
  expect((await run('look', 'far')).stdout).toContain('typed here')
  expect((await run('fleet', 'drain', 'owner')).stdout).toContain('owner takes no new sessions')
  expect((await run('new', '--node', 'nowhere', '--', 'cat')).stderr).toContain(
    'no node of the fleet fits: node nowhere',
  )
  expect(await run('kill', 'far')).toMatchObject({ code: 0 })
  expect(owner.server.sessions.list()).toEqual([])
})
