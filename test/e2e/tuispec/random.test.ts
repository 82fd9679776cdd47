import { RpcClient, RpcError, type Tuispec } from '@polytty/client'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { tuispec } from '../../../packages/polytty/src/protocols/tuispec/dialect.js'
import { startTuispec } from '../../../packages/polytty/src/protocols/tuispec/endpoint/stand-alone.js'
import { streamPair } from '../../support/conformance/stream-pair.js'
import { newFolder } from '../../support/new-folder.js'

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
  const artifactDir = newFolder()
  const { streams, channel } = streamPair()
  const internal: unknown[] = []
  const server = startTuispec(
    { artifactDir, cols: 40, rows: 6, timeoutSeconds: 0.02, ambiguityMode: 'fail', env: {}, cwd: artifactDir },
    { streams, checkResults: true, onInternalError: (error) => internal.push(error) },
  )
  onTestFinished(async () => {
    await server.stop()
  })
  const client = new RpcClient<Tuispec>(channel)
  await client.call('initialize')
  await client.call('launch', { command: '/bin/cat' })
  const methods = tuispec.methods.map(({ name }) => name).filter((name) => !dangerous.includes(name))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...methods),
      fc.oneof(params, anything, fc.jsonValue()),
      async (method, params) => {
        const failure = await client.send(method, params).then(
          () => null,
          (error: unknown) => error,
        )
        if (failure) expect(failure).toBeInstanceOf(RpcError)
        expect(internal).toEqual([])
      },
    ),
    { numRuns: 1000 },
  )
})
