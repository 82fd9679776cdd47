import { describe, expect, test } from 'vitest'
import { readLine } from './repl-line.js'

describe('a line becomes a request', () => {
  test.each([
    ['session.list', {}],
    ['session.list {"a": [1, "two words"]}', { a: [1, 'two words'] }],
    ['x rows=24 ok=true none=null name=plain', { rows: 24, ok: true, none: null, name: 'plain' }],
    [`x command='ls -l "a b"' other="two words"`, { command: 'ls -l "a b"', other: 'two words' }],
    [`x args=["-c", "it's here"] n=1`, { args: ['-c', "it's here"], n: 1 }],
    ['x params.prompt=hi params.deep.er=2', { params: { prompt: 'hi', deep: { er: 2 } } }],
    ['x sum=1=2', { sum: '1=2' }],
    [`x text='  spaces  '`, { text: '  spaces  ' }],
  ])('%s', (line, params) => {
    expect(readLine(line)?.params).toEqual(params)
  })

  test('nothing', () => {
    expect(readLine('  ')).toBeNull()
    expect(readLine('# a comment')).toBeNull()
  })

  test('what is neither', () => {
    expect(() => readLine('x word')).toThrow('expected name=value or a JSON object, not word')
    expect(() => readLine('x {"a"')).toThrow(/not JSON/)
  })
})
