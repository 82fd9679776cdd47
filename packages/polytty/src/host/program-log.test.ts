import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Frame, FrameReader, frameType } from './frame.js'
import { ProgramLog } from './program-log.js'

/** What a server would get: pieces of output and notes, in order. */
function read(log: ProgramLog): string[] {
  const got: string[] = []
  const reader = new FrameReader(({ type, session, payload }: Frame) =>
    got.push(
      `${type === frameType.note ? 'note' : session}@${payload.readDoubleLE(0)}:${payload.toString('latin1', 16)}`,
    ),
  )
  for (const frame of log.frames()) reader.push(frame)
  log.markSent()
  return got
}

const send = (log: ProgramLog): Buffer => Buffer.concat([...log.unsent()])

test('pieces grow until they are sent, and then keep their bounds', () => {
  const log = new ProgramLog(3)
  log.append(Buffer.from('ab'), 0)
  log.append(Buffer.from('cd'), 0)
  send(log)
  log.append(Buffer.from('ef'), 0)
  expect(read(log)).toEqual(['3@0:abcd', '3@4:ef'])
  log.append(Buffer.from('gh'), 0)
  expect(read(log)).toEqual(['3@0:abcd', '3@4:ef', '3@6:gh'])
})

test('notes stand between the pieces where they were made', () => {
  const log = new ProgramLog(1)
  log.append(Buffer.from('ab'), 0)
  send(log)
  log.append(Buffer.from('cd'), 0)
  send(log)
  log.note(2, 0, Buffer.from('x'))
  log.note(4, 0, Buffer.from('y'))
  expect(read(log)).toEqual(['1@0:ab', 'note@2:x', '1@2:cd', 'note@4:y'])
})

test('a keyframe takes away what it holds, and no note that came after it', () => {
  const log = new ProgramLog(1)
  log.append(Buffer.from('ab'), 0)
  send(log)
  log.note(2, 0, Buffer.from('x'))
  log.note(2, 0, Buffer.from('y'))
  log.append(Buffer.from('cd'), 0)
  send(log)
  log.dropBefore(2, 1)
  expect(read(log)).toEqual(['note@2:y', '1@2:cd'])
  log.dropBefore(4, 2)
  expect(read(log)).toEqual([])
  expect([log.cost, log.end, log.firstNote]).toEqual([0, 4, 2])
})

test('whatever is printed, sent and dropped: what is left is what was printed since', () => {
  const step = fc.oneof(
    fc.record({ print: fc.integer({ min: 1, max: 200_000 }) }),
    fc.constant('send' as const),
    fc.constant('keep' as const),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const log = new ProgramLog(1)
      let all = ''
      let sent = ''
      let kept = 0
      const reader = new FrameReader(({ payload }) => {
        sent += payload.toString('latin1', 16)
      })
      for (const step of steps) {
        if (step === 'send') for (const bytes of log.unsent()) reader.push(bytes)
        else if (step === 'keep') log.dropBefore((kept = sent.length), 0)
        else {
          const text = String.fromCharCode(97 + (all.length % 26)).repeat(step.print)
          log.append(Buffer.from(text), 0)
          all += text
        }
      }
      expect(all.startsWith(sent)).toBe(true)
      expect(
        read(log)
          .map((piece) => piece.slice(piece.indexOf(':') + 1))
          .join(''),
      ).toBe(all.slice(kept))
    }),
    { numRuns: 50 },
  )
})
