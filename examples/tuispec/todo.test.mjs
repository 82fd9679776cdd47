/** Tests of todo.mjs as a person would use it: look, press, look again. Run with: node --test examples/tuispec */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { startTuispec } from './tuispec-client.mjs'

const folder = import.meta.dirname
/** The clock in the corner is another one at every run. */
const masks = [{ pattern: '\\d\\d:\\d\\d:\\d\\d' }]
const exact = (text) => ({ type: 'exact', text })
let call

before(async () => {
  call = startTuispec(join(folder, 'artifacts'))
  const updateSnapshots = process.env.UPDATE === '1'
  await call('initialize', { name: 'todo', snapshotTheme: 'dark', updateSnapshots })
})
beforeEach(() =>
  call('launch', {
    command: process.execPath,
    args: [join(folder, 'todo.mjs')],
    readySelector: exact('0 of 3 done'),
    readyTimeoutMs: 10_000,
  }),
)
after(() => call('server.shutdown'))

test('starts with three things to do', async () => {
  await call('expectVisible', {
    selector: { type: 'within', rect: { col: 1, row: 1, width: 60, height: 1 }, selector: exact('To do') },
  })
  await call('expectSnapshot', { name: 'start', masks })
})

test('ticks what is chosen', async () => {
  await call('sendKey', { key: 'ArrowDown' })
  await call('sendKey', { key: 'Space' })
  await call('expectVisible', { selector: exact('[x] Write tests') })
  await call('expectVisible', { selector: exact('1 of 3 done') })
  await call('expectSnapshot', { name: 'one ticked', masks })
})

test('ticks what is clicked', async () => {
  await call('click', { selector: exact('Water the plants') })
  await call('expectVisible', { selector: exact('[x] Water the plants') })
})

test('adds an item, or thinks better of it', async () => {
  await call('sendKey', { key: 'a' })
  await call('sendLine', { text: 'Call mum', expectAfter: exact('[ ] Call mum') })
  await call('sendText', { text: 'anever mind' })
  await call('expectVisible', { selector: exact('New: never mind_') })
  await call('sendKey', { key: 'Esc' })
  await call('expectNotVisible', { selector: exact('never mind') })
  await call('expectVisible', { selector: { type: 'regex', pattern: '0 of 4 done' } })
})

test('a whole story in one request', async () => {
  const steps = [
    { method: 'sendKey', params: { key: 'Space' } },
    { method: 'sendKey', params: { key: 'ArrowDown' } },
    { method: 'sendKey', params: { key: 'Space' } },
    { method: 'waitForText', params: { selector: exact('2 of 3 done') } },
    { method: 'currentView', params: { rows: { start: 3, end: 5 } } },
  ]
  const { ok, results } = await call('batch', { steps })
  assert.equal(ok, true)
  const rows = results
    .at(-1)
    .text.split('\n')
    .map((row) => row.trim())
  assert.deepEqual(rows, ['[x] Buy milk', '[x] Write tests', '[ ] Water the plants'])
})

test('leaves the terminal as it was', async () => {
  await call('sendKey', { key: 'q' })
  await call('expectNotVisible', { selector: exact('To do') })
})

test('says what it looked for when something is missing', async () => {
  const missing = call('waitForText', { selector: exact('4 of 3 done'), timeoutMs: 50 })
  await assert.rejects(missing, /waitFor timed out after 50 ms, waiting for text "4 of 3 done".*The screen:.*Buy milk/s)
})
