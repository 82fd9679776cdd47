/** Whatever a client says, it is answered, and never by a failure of the server's own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { tuispec } from '../../../src/dialects/tuispec/index.js'
import { startTuispec } from '../../../src/server/tuispec-server.js'
import { streamPair } from '../../conformance/stream-client.js'

/** What could do harm here, or start other programs. */
const dangerous = ['server.shutdown', 'recording.start', 'launch', 'replay']

const anything = fc.oneof(
  fc.integer({ min: -2, max: 50 }),
  fc.string({ maxLength: 5 }),
  fc.boolean(),
  fc.constant(null),
)
const cell = fc.integer({ min: 1, max: 60 })
const { selector } = fc.letrec((tie) => ({
  selector: fc.oneof(
    { maxDepth: 4 },
    fc.record({ type: fc.constant('exact'), text: fc.string({ maxLength: 3 }) }),
    fc.record({ type: fc.constant('regex'), pattern: fc.string({ maxLength: 4 }) }),
    fc.record({ type: fc.constant('at'), col: cell, row: cell }),
    fc.record({
      type: fc.constant('within'),
      rect: fc.record({ col: cell, row: cell, width: cell, height: cell }),
      selector: tie('selector'),
    }),
    fc.record({ type: fc.constant('nth'), index: fc.nat(3), selector: tie('selector') }),
  ),
}))
const names = [
  'key',
  'text',
  'pattern',
  'name',
  'col',
  'row',
  'entireRow',
  'entireCol',
  'leftPath',
  'rightPath',
  'steps',
]
const params = fc.record(
  {
    ...Object.fromEntries(names.map((name) => [name, anything])),
    selector: fc.oneof(selector, anything),
    timeoutMs: fc.constantFrom(0, 5, -1),
    debounceMs: fc.constantFrom(0, 5, -1),
    encoding: fc.constantFrom('sgr', 'x10', 'x'),
    format: fc.constantFrom('ansi', 'png', 'both', 3),
    rows: fc.oneof(anything, fc.record({ start: anything, end: anything })),
    region: fc.record({ col: anything, row: anything, width: anything, height: anything }),
    masks: fc.array(fc.oneof(anything, fc.record({ pattern: anything })), { maxLength: 3 }),
  },
  { requiredKeys: [] },
)

test('random requests', async () => {
  const artifactDir = mkdtempSync(join(tmpdir(), 'polytty-random-'))
  const { streams, client } = streamPair()
  const internal: unknown[] = []
  const server = startTuispec(
    { artifactDir, cols: 40, rows: 6, timeoutSeconds: 0.02, ambiguityMode: 'fail', env: {}, cwd: artifactDir },
    { streams, checkResults: true, onInternalError: (error) => internal.push(error) },
  )
  onTestFinished(async () => {
    await server.stop()
    rmSync(artifactDir, { recursive: true })
  })
  let answered: (answer: { id?: number }) => void = () => {}
  client.onMessage((text) => answered(JSON.parse(text) as { id?: number }))
  let id = 0
  const ask = (method: string, params: unknown) =>
    new Promise<object>((resolve) => {
      const wanted = ++id
      answered = (answer) => answer.id === wanted && resolve(answer)
      client.send(JSON.stringify({ jsonrpc: '2.0', id: wanted, method, params }))
    })
  await ask('initialize', {})
  await ask('launch', { command: '/bin/cat' })
  const methods = tuispec.methods.map(({ name }) => name).filter((name) => !dangerous.includes(name))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...methods),
      fc.oneof(params, anything, fc.jsonValue()),
      async (method, params) => {
        await ask(method, params)
        expect(internal).toEqual([])
      },
    ),
    { numRuns: 1000 },
  )
})
