/** Whatever a client says, it is answered, and never by a failure of the server's own. */
import { RpcError } from '@polytty/client'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ptywright } from '../../../packages/polytty/src/protocols/ptywright/dialect.js'
import { TestAdapter } from './client.js'
import { serve } from './with-server.js'

/** What would end what the others need, or start program after program. */
const dangerous = [
  'session.create',
  'session.close',
  'adapter.start',
  'adapter.resume',
  'adapter.close',
  'session.kill',
]

const anything = fc.oneof(
  fc.integer({ min: -2, max: 50 }),
  fc.string({ maxLength: 5 }),
  fc.boolean(),
  fc.constant(null),
  fc.dictionary(fc.string({ maxLength: 3 }), fc.integer()),
)
const predicates = ['turn_over', 'classify', 'describe', 'run', '__index', '']
const { matcher } = fc.letrec((tie) => ({
  matcher: fc.oneof(
    { maxDepth: 3 },
    fc.record({
      type: fc.constantFrom('contains_text', 'screen_regex', 'transcript_contains', 'transcript_regex', 'magic'),
      value: fc.oneof(fc.string({ maxLength: 4 }), anything),
    }),
    fc.record({ type: fc.constant('cursor_at'), value: fc.record({ row: anything, col: anything }) }),
    fc.record({ type: fc.constant('screen_stable'), value: fc.record({ min_ms: fc.constantFrom(0, 1, -1, 'x') }) }),
    fc.record({ type: fc.constant('process_exited') }),
    fc.record({
      type: fc.constant('lua'),
      value: fc.record({
        plugin: fc.constantFrom('shell', 'repl', 'claude-code', 'missing'),
        predicate: fc.constantFrom(...predicates),
        params: anything,
      }),
    }),
    fc.record({ type: fc.constantFrom('any', 'all'), value: fc.array(tie('matcher'), { maxLength: 3 }) }),
  ),
}))
const action = fc.record({
  type: fc.constantFrom(
    'text',
    'paste',
    'bracketed_paste',
    'key',
    'resize',
    'eof',
    'mark_transcript',
    'stream_text',
    'x',
  ),
  value: fc.oneof(anything, fc.record({ text: anything, label: anything, rows: anything, cols: anything })),
})
const intent = fc.constantFrom('run', 'send', 'interrupt', 'classify', 'wait_turn_matcher', 'wait_settled_matcher', 'x')
const waitParams = {
  intent,
  params: anything,
  timeout_ms: fc.constantFrom(0, 3, -1),
  wait_id: fc.oneof(fc.constantFrom('a', ''), anything),
}
const params = fc.record(
  {
    session: fc.constantFrom('s1', 's2', 's3', ''),
    adapter: fc.constantFrom('e1', 'e2'),
    plugin: fc.constantFrom('shell', 'missing'),
    matcher,
    action,
    ...waitParams,
    send: fc.oneof(anything, fc.record({ intent, params: anything })),
    wait: fc.oneof(anything, fc.record(waitParams, { requiredKeys: ['timeout_ms'] })),
    rows: anything,
    cols: anything,
    enabled: fc.oneof(fc.boolean(), anything),
    adapters: fc.oneof(anything, fc.array(fc.string())),
    redact: fc.oneof(fc.boolean(), anything),
    redaction: fc.oneof(
      anything,
      fc.record({ enabled: fc.boolean(), replacement: fc.string(), extra_regexes: fc.array(fc.string()) }),
    ),
    manifest: fc.record({
      name: anything,
      kind: fc.constantFrom('adapter', 'x'),
      version: anything,
      permissions: anything,
    }),
    manifest_path: anything,
  },
  { requiredKeys: ['session', 'adapter', 'timeout_ms'] },
)

test('random requests', async () => {
  const internal: unknown[] = []
  const server = await serve({ onInternalError: (error) => internal.push(error), allowPluginLoad: true })
  const client = await server.connect()
  await client.call('session.create', { program: '/bin/cat' })
  await TestAdapter.start(client, { plugin: 'shell' })
  const methods = ptywright.methods.map(({ name }) => name).filter((name) => !dangerous.includes(name))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...methods),
      fc.oneof({ weight: 5, arbitrary: params }, anything),
      async (method, params) => {
        const failure = await client.send(method, params).then(
          () => null,
          (error: unknown) => error,
        )
        if (failure) expect(failure).toBeInstanceOf(RpcError)
        expect(internal).toEqual([])
      },
    ),
    { numRuns: 1500 },
  )
})
