/** The bytes between a host and its server, pinned: the two may be of different versions. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BlockReader, encodeBlock, encodeFrame, encodeNumbers, type Frame, FrameReader, frameType } from './frame.js'

const hex = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replaceAll(/(.{8})/g, '$1 ')
    .trim()

test('a frame is a header of sixteen bytes and a payload', () => {
  const frame = encodeFrame(frameType.output, 7, 0, encodeNumbers(1024, 1.5), 'hi')
  expect(hex(frame)).toBe('12000000 06000000 07000000 00000000 00000000 00009040 00000000 0000f83f 6869')
})

test('a block is its length and itself', () => {
  expect(hex(encodeBlock('abc'))).toBe('03000000 616263')
})

test('the types have the numbers that they have', () => {
  expect(frameType).toEqual({
    ...{ hello: 1, refused: 2, program: 3, meta: 4, keyframe: 5, output: 6, note: 7, exit: 8, closed: 9, ready: 10 },
    ...{ done: 11, facts: 12, spawn: 20, write: 21, reply: 22, resize: 23, ack: 24, hangUp: 25, forget: 26 },
    ...{ look: 27, stop: 28 },
  })
})

test('however they are cut, the same frames arrive', () => {
  const frames = fc.array(fc.tuple(fc.nat(255), fc.nat(9), fc.nat(9), fc.uint8Array({ maxLength: 40 })), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(frames, fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 30 }), (sent, cuts) => {
      const bytes = Buffer.concat(
        sent.map(([type, session, request, payload]) => encodeFrame(type, session, request, payload)),
      )
      const got: unknown[] = []
      const reader = new FrameReader(({ type, session, request, payload }: Frame) =>
        got.push([type, session, request, Uint8Array.from(payload)]),
      )
      let at = 0
      for (const cut of cuts) {
        reader.push(bytes.subarray(at, at + cut))
        at += cut
      }
      reader.push(bytes.subarray(at))
      expect(got).toEqual(sent.map(([type, session, request, payload]) => [type, session, request, payload]))
    }),
  )
})

test('what cannot be a frame is refused before it is read', () => {
  const reader = new FrameReader(() => {})
  expect(() => reader.push(Buffer.from('GET / HTTP/1.1\r\n\r\n'))).toThrow(
    'a frame of 542393671 bytes; at most 268435456',
  )
})

test('a block that ends after its frame is refused', () => {
  expect(() => new BlockReader(Buffer.from([9, 0, 0, 0, 1])).next()).toThrow('a block is longer than the frame')
})
