/** Params of every shape, to every method of every dialect, also while calls are recorded: refused, never a failure of ours. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Dialect } from '../../../packages/polytty/src/protocols/dispatcher.js'
import { ptywright } from '../../../packages/polytty/src/protocols/ptywright/dialect.js'
import { termwright } from '../../../packages/polytty/src/protocols/termwright/dialect.js'
import { tuispec } from '../../../packages/polytty/src/protocols/tuispec/dialect.js'
import { wrightty } from '../../../packages/polytty/src/protocols/wrightty/dialect.js'
import { wsh } from '../../../packages/polytty/src/protocols/wsh/dialect.js'
import { type AnyWitness, shareServer } from '../shared/clients.js'

const odd: readonly unknown[] = [
  {},
  { toString: 1 },
  { length: 3 },
  [{ modifiers: 1001 }],
  [[]],
  1001,
  -1,
  1e300,
  '',
  true,
]

/** These end the session or the server, and are not ours to call here. */
const fatal = /shutdown|stop|destroy|close|kill|detach|persist|replay|launch|load/i

function* oddParams(method: Dialect<never>['methods'][number], session: string): Generator<object> {
  const { properties = {} } = z.toJSONSchema(method.params, { unrepresentable: 'any', io: 'input' })
  const example = { ...(method.examples.find(({ error }) => error === undefined)?.params ?? {}) }
  const names = new Set([...Object.keys(properties), ...Object.keys(example)])
  const brief = Object.fromEntries(['timeout', 'timeout_ms', 'timeoutMs'].map((name) => [name, 1]))
  const base = JSON.parse(JSON.stringify({ ...example, ...brief }).replaceAll('$session', session)) as object
  for (const name of names) for (const value of odd) yield { ...base, [name]: value }
}

test('odd values', async () => {
  const failures: string[] = []
  const shared = await shareServer({}, { onInternalError: (error, method) => failures.push(`${method}: ${error}`) })
  await shared.server.sessions.create({ program: '/bin/cat', name: 'one' })
  const attacked: readonly [Dialect<never>, AnyWitness, string][] = [
    [wrightty, await shared.unix('wrightty'), 'one'],
    [ptywright, await shared.unix('ptywright'), 's1'],
    [termwright, await shared.termwright('one'), 'one'],
    [tuispec, await shared.tuispec('one'), 'one'],
    [wsh, await shared.webSocket('wsh', '/sessions/one/ws/json'), 'one'],
  ]
  await attacked[3]![1].send('initialize', {})
  await attacked[0]![1].send('Recording.startActions', { sessionId: 'one', format: 'json' })
  for (const [{ methods }, client, session] of attacked) {
    for (const method of methods.filter(({ name }) => !fatal.test(name))) {
      for (const params of oddParams(method, session)) void client.send(method.name, params).catch(() => undefined)
      // Its refusal comes when all before it were looked at; some of those wait for what never comes.
      await expect(client.send('no.such_method', {})).rejects.toThrow()
    }
  }
  expect(shared.server.sessions.get('one').exited).toBe(false)
  await shared.server.stop()
  expect(failures).toEqual([])
})
