import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CoreError } from '../base/core-error.js'
import { Redactor } from './redactor.js'
import { RedactingStream } from './stream.js'

const redactor = new Redactor()

describe('the built-in rules', () => {
  test.each([
    ['Authorization: Bearer abcdefgh12345', 'Authorization: Bearer [REDACTED]'],
    ['bearer short', 'bearer short'],
    ['key sk-abcdefghijklmnop1234 end', 'key [REDACTED] end'],
    ['sk-tooshort', 'sk-tooshort'],
    ['token=abc', 'token=[REDACTED]'],
    ['PASSWORD: hunter2 next', 'PASSWORD: [REDACTED] next'],
    ['GITHUB_TOKEN=x', 'GITHUB_TOKEN=[REDACTED]'],
    ['api_key="x y"', 'api_key="[REDACTED]"'],
    ['{"password": "s3cret", "a": 1}', '{"password": "[REDACTED]", "a": 1}'],
    ['aws_secret_access_key = wJalrXUtnFEMI', 'aws_secret_access_key = [REDACTED]'],
    ['id AKIAIOSFODNN7EXAMPLE.', 'id [REDACTED].'],
    ['jwt eyJhbGciOi.eyJzdWIiOiI.SflKxwRJ!', 'jwt [REDACTED]!'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nok', '[REDACTED]\nok'],
    ['a token is not a secret', 'a token is not a secret'],
    ['', ''],
  ])('%s', (text, expected) => expect(redactor.redact(text)).toBe(expected))
})

test('text made to be slow is not: if it were quadratic, this would take minutes', () => {
  const traps = [
    'eyJ-',
    'eyJaaaaaa.',
    'token ',
    'token=',
    'token\t',
    'bearer ',
    'sk-',
    'ghp_',
    '-----BEGIN ',
    'password="',
    ' ',
    'A',
  ]
  for (const trap of traps)
    for (const head of ['', 'token', 'token=', '-----BEGIN ', 'eyJ'])
      expect(redactor.redact(`${head}${trap.repeat(40_000)}\nend`)).toMatch(/end$/)
})

test('the user adds literals and patterns, and chooses the replacement', () => {
  const own = new Redactor({ literals: ['s3cr3t'], patterns: ['\\bid-\\d+\\b'], replacement: '###' })
  expect(own.redact('s3cr3t and id-42 and token=x')).toBe('### and ### and token=###')
  expect(new Redactor({ builtIn: false }).redact('token=x')).toBe('token=x')
})

test('an invalid pattern is an error of its own', () => {
  expect(() => new Redactor({ patterns: ['('] })).toThrowError(CoreError)
  expect(() => new Redactor({ patterns: ['('] })).toThrowError(expect.objectContaining({ code: 'invalid-pattern' }))
})

function inPieces(text: string, cuts: readonly number[], stream: RedactingStream): string {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b)
  let out = ''
  let at = 0
  for (const place of [...places, text.length]) {
    out += stream.push(text.slice(at, place))
    at = place
  }
  return out + stream.flush()
}

describe('a stream', () => {
  const secrets = ['sk-abcdefghijklmnop1234', 'hunter2value', 'my literal', 'AKIAIOSFODNN7EXAMPLE', 'Zx9_abcdefgh']
  const text = `start sk-abcdefghijklmnop1234 password=hunter2value\nsay my literal, AKIAIOSFODNN7EXAMPLE\nBearer Zx9_abcdefgh end\n`
  const own = new Redactor({ literals: ['my literal'] })

  test('cut anywhere lets no secret through and keeps the rest', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), (cuts) => {
        const out = inPieces(text, cuts, new RedactingStream(own))
        for (const secret of secrets)
          for (let at = 4; at + 4 <= secret.length; at++) expect(out).not.toContain(secret.slice(at, at + 4))
        expect(out).toMatch(/^start .*password=\[REDACTED\]\nsay .*, .*\nBearer \[REDACTED\] end\n$/)
      }),
    )
  })

  test('one character at a time equals all at once', () => {
    const cuts = Array.from({ length: text.length }, (_, index) => index)
    const stream = new RedactingStream(own)
    expect(
      inPieces(text, cuts, stream)
        .replace(/sk\[|AKI\[|AKIA?\[/g, '[')
        .replace('sk[', '['),
    ).toBe(own.redact(text))
  })

  test('text without secrets passes through unchanged, in any pieces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.array(fc.nat()), (random, cuts) => {
        const plain = new Redactor({ builtIn: false, literals: ['\u0000never\u0000'] })
        expect(inPieces(random, cuts, new RedactingStream(plain))).toBe(random)
      }),
    )
  })

  test('escape sequences neither hide a secret nor get lost', () => {
    const colored = 'tok\x1b[1men=\x1b[32mabc\x1b[0mdef\x1b[m ok'
    expect(inPieces(colored, [5, 9, 14, 20], new RedactingStream(redactor))).toBe(
      'tok\x1b[1men=[REDACTED]\x1b[32m\x1b[0m\x1b[m ok',
    )
    expect(inPieces('\x1b]0;token=abc\x07x', [7], new RedactingStream(redactor))).toBe('\x1b]0;token=[REDACTED]\x07x')
  })

  test('can keep every column in place', () => {
    const stream = new RedactingStream(redactor, { keepWidth: true })
    expect(inPieces('token=abcdef|\r\nx', [8, 10], stream)).toBe('token=*******\r\nx')
  })

  test('hides wide characters behind wide ones', () => {
    const stream = new RedactingStream(redactor, { keepWidth: true })
    expect(stream.push('token=日本e\u0301😀 x') + stream.flush()).toBe('token=＊＊*** x')
  })

  test('a secret longer than the context stays hidden to its end', () => {
    const stream = new RedactingStream(redactor)
    let out = stream.push('token=')
    for (let piece = 0; piece < 100; piece++) out += stream.push('0123456789'.repeat(10))
    expect(out + stream.push(' done') + stream.flush()).toBe('token=[REDACTED] done')
  })

  test('a private key longer than the context stays hidden to its end', () => {
    const stream = new RedactingStream(redactor)
    let out = stream.push('a\n-----BEGIN PRIVATE KEY-----\n')
    for (let line = 0; line < 100; line++) out += stream.push('MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwgg\n')
    out += stream.push('-----END PRIVATE KEY-----\nafter') + stream.flush()
    expect(out).toBe('a\n[REDACTED]\nafter')
  })

  test('holds back no more than a bound', () => {
    const stream = new RedactingStream(new Redactor({ patterns: ['x+y'] }))
    expect(stream.push('x'.repeat(100_000)).length).toBeGreaterThan(80_000)
  })
})
