/** Tests of todo.mjs as a person would use it: look, press, look again. Run with: node --test examples/tuispec */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { startTuispec } from './start-tuispec.mjs'

const folder = import.meta.dirname
/** The clock in the corner is another one at every run. */
const masks = [{ pattern: '\\d\\d:\\d\\d:\\d\\d' }]
const exact = (text) => ({ type: 'exact', text })
let client

before(async () => {
  client = startTuispec(join(folder, 'artifacts'))
  const updateSnapshots = process.env.UPDATE === '1'
  await client.call('initialize', { name: 'todo', snapshotTheme: 'dark', updateSnapshots })
})
beforeEach(() =>
  client.call('launch', {
    command: process.execPath,
    args: [join(folder, 'todo.mjs')],
    readySelector: exact('0 of 3 done'),
    readyTimeoutMs: 10_000,
  }),
)
after(() => client.call('server.shutdown'))

test('starts with three things to do', async () => {
  await client.call('expectVisible', {
    selector: { type: 'within', rect: { col: 1, row: 1, width: 60, height: 1 }, selector: exact('To do') },
  })
  await client.call('expectSnapshot', { name: 'start', masks })
})

test('ticks what is chosen', async () => {
  await client.call('sendKey', { key: 'ArrowDown' })
  await client.call('sendKey', { key: 'Space' })
  await client.call('expectVisible', { selector: exact('[x] Write tests') })
  await client.call('expectVisible', { selector: exact('1 of 3 done') })
  await client.call('expectSnapshot', { name: 'one ticked', masks })
})

test('ticks what is clicked', async () => {
  await client.call('click', { selector: exact('Water the plants') })
  await client.call('expectVisible', { selector: exact('[x] Water the plants') })
})

test('adds an item, or thinks better of it', async () => {
  await client.call('sendKey', { key: 'a' })
  await client.call('sendLine', { text: 'Call mum', expectAfter: exact('[ ] Call mum') })
  await client.call('sendText', { text: 'anever mind' })
  await client.call('expectVisible', { selector: exact('New: never mind_') })
  await client.call('sendKey', { key: 'Esc' })
  await client.call('expectNotVisible', { selector: exact('never mind') })
  await client.call('expectVisible', { selector: { type: 'regex', pattern: '0 of 4 done' } })
})

test('a whole story in one request', async () => {
  const steps = [
    { method: 'sendKey', params: { key: 'Space' } },
    { method: 'sendKey', params: { key: 'ArrowDown' } },
    { method: 'sendKey', params: { key: 'Space' } },
    { method: 'waitForText', params: { selector: exact('2 of 3 done') } },
    { method: 'currentView', params: { rows: { start: 3, end: 5 } } },
  ]
  const { ok, results } = await client.call('batch', { steps })
  assert.equal(ok, true)
  const rows = results
    .at(-1)
    .text.split('\n')
    .map((row) => row.trim())
  assert.deepEqual(rows, ['[x] Buy milk', '[x] Write tests', '[ ] Water the plants'])
})

test('leaves the terminal as it was', async () => {
  await client.call('sendKey', { key: 'q' })
  await client.call('expectNotVisible', { selector: exact('To do') })
})

test('says what it looked for when something is missing', async () => {
  const missing = client.call('waitForText', { selector: exact('4 of 3 done'), timeoutMs: 50 })
  const details = /waitFor timed out after 50 ms, waiting for text "4 of 3 done".*The screen:.*Buy milk/s
  await assert.rejects(missing, ({ data }) => details.test(data.details))
})
