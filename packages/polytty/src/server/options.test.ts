import { expect, test } from 'vitest'
import { checkOptions } from './options.js'

test('strangers need a token, unless someone says that they need none', () => {
  expect(() => checkOptions({ host: '0.0.0.0' })).toThrow('without a token')
  expect(() => checkOptions({ host: '0.0.0.0', noAuth: true })).not.toThrow()
})

test('a prefix begins with a slash and does not end with one', () => {
  for (const basePrefix of ['', '/wsh', '/a/b-c']) expect(() => checkOptions({ basePrefix })).not.toThrow()
  for (const basePrefix of ['wsh', '/', '/wsh/', '/a//b', '/a b', '/..%2f'])
    expect(() => checkOptions({ basePrefix })).toThrow('is not a prefix')
})
