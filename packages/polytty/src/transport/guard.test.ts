import { describe, expect, test } from 'vitest'
import { bearerToken, Guard, isLoopback } from './guard.js'

const guard = (options: Partial<ConstructorParameters<typeof Guard>[0]> = {}): Guard =>
  new Guard({ host: '127.0.0.1', allowOrigins: [], token: null, ...options })
const check = (headers: Record<string, string>, options = {}): boolean => guard(options).check({ headers }).ok

describe('a web page cannot drive a local server', () => {
  test('no Origin is a program, and accepted', () => expect(check({ host: '127.0.0.1:9420' })).toBe(true))
  test('a foreign page is refused', () =>
    expect(check({ host: 'localhost:9420', origin: 'https://evil.test' })).toBe(false))
  test('a sandboxed page is refused', () => expect(check({ host: 'localhost:9420', origin: 'null' })).toBe(false))
  test('our own page is accepted', () =>
    expect(check({ host: 'localhost:9420', origin: 'http://localhost:9420' })).toBe(true))
  test('the loopback has several names', () => {
    expect(check({ host: '127.0.0.1:9420', origin: 'http://localhost:9420' })).toBe(true)
    expect(check({ host: '127.0.0.1:9420', origin: 'http://[::1]:9420' })).toBe(true)
    expect(check({ host: '127.0.0.1:9420', origin: 'http://localhost.evil.test:9420' })).toBe(false)
  })
  test('so it is where the server is reached by an address', () => {
    expect(check({ host: '192.0.2.1:9420', origin: 'http://192.0.2.1:9420' })).toBe(true)
    expect(check({ host: '192.0.2.1:9420', origin: 'http://192.0.2.2:9420' })).toBe(false)
    expect(check({ host: '192.0.2.1:9420', origin: 'http://192.0.2.1:80' })).toBe(false)
  })
  test('a page on another port is refused', () =>
    expect(check({ host: 'localhost:9420', origin: 'http://localhost:3000' })).toBe(false))
  test('an allowed origin is accepted', () =>
    expect(
      check({ host: 'localhost:9420', origin: 'http://localhost:3000' }, { allowOrigins: ['http://localhost:3000/'] }),
    ).toBe(true))
  test('a rebound name is refused, with or without an Origin', () => {
    expect(check({ host: 'evil.test:9420' })).toBe(false)
    expect(check({ host: 'evil.test:9420', origin: 'http://evil.test:9420' })).toBe(false)
  })
  test('a request without a Host is refused', () => expect(check({})).toBe(false))
  test('addresses are accepted: they cannot be rebound', () => {
    expect(check({ host: '[::1]:9420' })).toBe(true)
    expect(check({ host: '192.0.2.1:9420' })).toBe(true)
  })
})

test('tokens', () => {
  expect(guard().accepts(null)).toBe(true)
  expect(guard({ token: 'right' }).accepts('right')).toBe(true)
  expect(guard({ token: 'right' }).accepts('wrong')).toBe(false)
  expect(guard({ token: 'right' }).accepts(null)).toBe(false)
  expect(bearerToken({ headers: { authorization: 'bearer  abc ' } })).toBe('abc')
  expect(bearerToken({ headers: { authorization: 'Basic abc' } })).toBe(null)
})

test('loopback', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1', 'localhost'].map(isLoopback)).toEqual([true, true, true, true])
  expect(['0.0.0.0', '::', '192.0.2.1', '127.evil.test'].map(isLoopback)).toEqual([false, false, false, false])
})

describe('what a browser says of where a request comes from', () => {
  const framed = /^\/recordings\/[^/]+\/embed$/
  const load = (site: string, mode: string, dest: string, url = '/sessions', headers = {}) =>
    guard({ framed, allowOrigins: ['https://friend.test'] }).check({
      method: 'GET',
      url,
      headers: {
        host: 'localhost:9420',
        'sec-fetch-site': site,
        'sec-fetch-mode': mode,
        'sec-fetch-dest': dest,
        ...headers,
      },
    }).ok

  test.each(['cross-site', 'same-site'])('a %s page loads nothing', (site) => {
    for (const dest of ['image', 'script', 'empty', 'style', 'object', 'iframe', 'document'])
      expect([dest, load(site, 'no-cors', dest)]).toEqual([dest, false])
    expect(load(site, 'navigate', 'iframe')).toBe(false)
  })
  test('but may link to a page, and show a recording in a frame', () => {
    expect(load('cross-site', 'navigate', 'document', '/ui')).toBe(true)
    expect(load('cross-site', 'navigate', 'iframe', '/recordings/1/embed?x=1')).toBe(true)
    expect(load('cross-site', 'navigate', 'iframe', '/recordings/1/player')).toBe(false)
  })
  test('an allowed origin, our own pages and people are accepted', () => {
    expect(load('cross-site', 'cors', 'empty', '/sessions', { origin: 'https://friend.test' })).toBe(true)
    expect(load('same-origin', 'cors', 'empty')).toBe(true)
    expect(load('none', 'navigate', 'document')).toBe(true)
  })
})
