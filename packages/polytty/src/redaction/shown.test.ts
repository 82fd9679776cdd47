import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Redactor } from './redactor.js'
import { shownText } from './shown.js'
import { RedactingStream } from './stream.js'

/** What may stand between the characters of a word without being seen. */
const invisible = [
  '\ufe0f',
  '\u{e0100}',
  '\u200b',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u0301',
  '\0',
  '\x07',
  '\x7f',
  '\u0085',
]
const redactor = new Redactor({ literals: ['hunter2', 'pässwörd'] })

describe('a secret with something invisible in it', () => {
  test.each(invisible.map((char) => [JSON.stringify(char), char]))('%s', (_, char) => {
    const hidden = [...'hunter2'].join(char)
    expect(redactor.redact(`a ${hidden} b`)).toBe('a [REDACTED] b')
    expect(redactor.redact(`tok${char}en=x${char}y b`)).toBe(`tok${char}en=[REDACTED] b`)
    const stream = new RedactingStream(redactor, { keepWidth: true })
    const out = [...`a ${hidden} b`].map((unit) => stream.push(unit)).join('') + stream.flush()
    expect(shownText(out).text).toBe('a ******* b')
  })

  test('however its marks are written', () => {
    for (const written of ['pässwörd', 'pässwörd'.normalize('NFD'), 'passwörd'])
      expect(redactor.redact(`<${written}>`)).toBe('<[REDACTED]>')
  })

  test('in any pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(6), fc.constantFrom(...invisible))), fc.nat(40), (places, cut) => {
        const chars = [...'hunter2']
        for (const [at, char] of places) chars[at] += char
        const text = [...`a ${chars.join('')} b`]
        const stream = new RedactingStream(redactor)
        const pieces = [text.slice(0, cut), text.slice(cut)].map((piece) => stream.push(piece.join('')))
        const out = pieces.join('') + stream.flush()
        expect(shownText(out).text).toBe('a [REDACTED] b')
      }),
    )
  })
})

test('colours hide nothing', () => {
  expect(redactor.redact('tok\x1b[1men=\x1b[32mab\x1b(Bc\x1b[m d')).toBe('tok\x1b[1men=\x1b[32m[REDACTED]\x1b[m d')
})

test('percent signs hide nothing', () => {
  expect(redactor.redact('file://host/%68%75nter%32/x')).toBe('file://host/[REDACTED]/x')
  expect(redactor.redact('file://host/token=%68idden/x')).toBe('file://host/token=[REDACTED]')
  expect(redactor.redact('a?secret%3Dhidden&b')).toBe('a?secret%3D[REDACTED]')
  expect(redactor.redact('/p%C3%A4ssw%C3%B6rd/')).toBe('/[REDACTED]/')
  expect(redactor.redact('100% sure, 20%20%zz %ff')).toBe('100% sure, 20%20%zz %ff')
  const stream = new RedactingStream(redactor)
  const sequence = '\x1b]7;file://host/token=%68idden\x1b\\'
  expect(stream.push(sequence) + stream.flush()).toBe('\x1b]7;file://host/token=[REDACTED]\x1b\\')
})

test('text without secrets stays as it is, marks and all', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(new Redactor({ builtIn: false, literals: ['\u0000never there'] }).redact(text)).toBe(text)
    }),
  )
})

test('patterns see the characters that are left out elsewhere', () => {
  expect(new Redactor({ builtIn: false, patterns: ['caf\u00e9'] }).redact('a café')).toBe('a [REDACTED]')
})
