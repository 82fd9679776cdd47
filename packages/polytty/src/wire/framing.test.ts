import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentLengthFraming } from './content-length-framing.js'
import type { Frame, FrameDecoder, Framing } from './framing.js'
import { lineFraming } from './line-framing.js'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Feeds the bytes cut at the given places. */
function feed(decoder: FrameDecoder, all: Uint8Array, cuts: readonly number[] = []): Frame[] {
  const places = [0, ...cuts.map((cut) => cut % (all.length + 1)).sort((a, b) => a - b), all.length]
  const frames = places.slice(1).flatMap((end, index) => decoder.push(all.subarray(places[index], end)))
  return [...frames, ...decoder.end()]
}

const messages = (...texts: string[]): Frame[] => texts.map((text) => ({ kind: 'message', text }))
const fault = (name: string, fatal = false): Frame => ({ kind: 'fault', fault: name, fatal }) as Frame

describe.each<[string, Framing]>([
  ['lines', lineFraming],
  ['Content-Length', contentLengthFraming],
])('%s', (_, framing) => {
  test('what is encoded comes back, however it was cut', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).map((value) => JSON.stringify(`${value}漢😀`))
    fc.assert(
      fc.property(fc.array(text), fc.array(fc.nat()), (texts, cuts) => {
        const all = bytes(texts.map(framing.encode).join(''))
        expect(feed(framing.decoder(1_000_000), all, cuts)).toEqual(messages(...texts))
      }),
    )
  })

  test('random bytes never throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (all) => {
        feed(framing.decoder(100), all)
      }),
    )
  })

  test('a message that is not UTF-8 is a fault and the next one is read', () => {
    const bad = framing.encode('ab').replace('ab', '@@')
    const all = bytes(`${bad}${framing.encode('next')}`)
    all[all.indexOf(64)] = 0xff
    expect(feed(framing.decoder(100), all)).toEqual([fault('not-utf8'), ...messages('next')])
  })

  test('a message beyond the bound is a fault and the next one is read', () => {
    const all = bytes(framing.encode('x'.repeat(11)) + framing.encode('y'.repeat(10)))
    expect(feed(framing.decoder(10), all, [3, 7, 15])).toEqual([fault('oversized'), ...messages('y'.repeat(10))])
  })
})

test('lines: blank ones are skipped and a last one needs no newline', () => {
  expect(feed(lineFraming.decoder(100), bytes('\n  \r\n one\r\n\ntwo'))).toEqual(messages('one', 'two'))
})

test('Content-Length: header names in any case, other headers ignored', () => {
  const all = bytes('content-type: x\r\nCONTENT-LENGTH: 2\r\n\r\nokContent-Length: 0\n\n')
  expect(feed(contentLengthFraming.decoder(100), all)).toEqual(messages('ok', ''))
})

test('Content-Length: without a length nothing can follow', () => {
  const decoder = contentLengthFraming.decoder(100)
  expect(decoder.push(bytes('Content-Length: two\r\n\r\nok'))).toEqual([fault('bad-header', true)])
  expect(decoder.push(bytes('Content-Length: 2\r\n\r\nok'))).toEqual([])
})

test('Content-Length: an endless header is a fault, a cut body too', () => {
  expect(contentLengthFraming.decoder(100).push(bytes('x'.repeat(9000)))).toEqual([fault('bad-header', true)])
  expect(feed(contentLengthFraming.decoder(100), bytes('Content-Length: 9\r\n\r\nok'))).toEqual([
    fault('truncated', true),
  ])
})
