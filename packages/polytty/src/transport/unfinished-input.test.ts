import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { Budget } from '../base/budget.js'
import { ManualClock } from '../base/clock.js'
import { contentLengthFraming } from '../wire/content-length-framing.js'
import type { Framing } from '../wire/framing.js'
import { lineFraming } from '../wire/line-framing.js'
import { connectStreams } from './stream-connection.js'

test('all hold at most the bound together, and what one lets go of is there for the others', () => {
  const intake = new Budget(100)
  const [one, two] = [intake.open(), intake.open()]
  expect([one.hold(60), two.hold(40), two.hold(41)]).toEqual([true, true, false])
  two.dispose()
  expect([one.hold(100), intake.heldBytes]).toEqual([true, 100])
})

test.each<[string, Framing, string, string]>([
  ['lines', lineFraming, 'x'.repeat(80), 'y\nnext\n'],
  [
    'Content-Length',
    contentLengthFraming,
    `Content-Length: 90\n\n${'x'.repeat(80)}`,
    `${'y'.repeat(10)}Content-Length: 4\n\nnext`,
  ],
])(
  'a message in progress that is too much for all is given up, and the next is read: %s',
  async (_, framing, start, rest) => {
    const intake = new Budget(100)
    intake.open().hold(50)
    const input = new PassThrough()
    const received: string[] = []
    connectStreams(
      input,
      new PassThrough(),
      { peer: 'test', framing, maxMessageBytes: 1000, clock: new ManualClock(), intake },
      (connection) =>
        connection.receive({
          message: (text) => received.push(text),
          fault: (fault) => received.push(fault),
          closed: () => {},
        }),
    )
    for (const text of [start, rest]) await new Promise((resolve) => input.write(text, resolve))
    expect([received, intake.heldBytes]).toEqual([['crowded', 'next'], 50])
  },
)
