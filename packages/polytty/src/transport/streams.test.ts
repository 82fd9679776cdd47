import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { ManualClock } from '../base/clock.js'
import { lineFraming } from '../wire/line-framing.js'
import type { Connection } from './connection.js'
import { connectMemory } from './memory.js'
import { connectStdio } from './stdio.js'

/** Answers every message with itself, twice over. */
const echo = (connection: Connection): void =>
  connection.receive({
    message: (text) => connection.send(text + text),
    fault: (fault) => connection.send(fault),
    ended: () => connection.close(),
    closed: () => {},
  })

test('memory: messages go both ways in order, and closing is received', async () => {
  const client = connectMemory(new ManualClock(), echo)
  const received: string[] = []
  client.onMessage.on((text) => received.push(text))
  const closed = new Promise<void>((resolve) => client.onClosed.on(() => resolve()))
  client.send('a')
  client.send('b')
  client.close()
  await closed
  expect(received).toEqual(['aa', 'bb'])
})

test('stdio: lines in, lines out, and the end of input ends the output after the last answer', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  connectStdio({ framing: lineFraming, maxMessageBytes: 10, clock: new ManualClock() }, echo, { input, output })
  input.end('one\n\nthis is too long\ntwo')
  const chunks: Buffer[] = []
  for await (const chunk of output) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).toString()).toBe('oneone\noversized\ntwotwo\n')
})
