import { expect, test } from 'vitest'
import { stringifyJson, withJson } from './json-text.js'

test('a value that knows its JSON is written as that, and is itself to everyone else', () => {
  const cells = withJson([{ a: 1 }, { a: 2 }], '[{"a":1}, {"a":2}]')
  const message = { id: 1, result: { cells, after: 'x', again: [cells] } }
  const written = '{"id":1,"result":{"cells":[{"a":1}, {"a":2}],"after":"x","again":[[{"a":1}, {"a":2}]]}}'
  expect(stringifyJson(message)).toBe(written)
  expect(stringifyJson(message)).toBe(written)
  expect(JSON.stringify(message)).toBe(written.replaceAll(', ', ','))
  expect(cells).toEqual([{ a: 1 }, { a: 2 }])
})

test('messages without such values, and those that cannot be written, are as ever', () => {
  expect(stringifyJson({ a: ['b', null] })).toBe('{"a":["b",null]}')
  const failing = {
    toJSON(): never {
      throw new RangeError('too long')
    },
  }
  expect(() => stringifyJson({ failing })).toThrow(RangeError)
  const value = withJson({ a: 1 }, '{ "a": 1 }')
  expect(JSON.stringify(value)).toBe('{"a":1}')
})
