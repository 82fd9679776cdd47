import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { ManualClock } from '../base/clock.js'
import { Guard } from '../transport/guard.js'
import { WshAccess } from './wsh-access.js'

const url = new URL('http://localhost/sessions')

function from(address: string): IncomingMessage {
  return { headers: {}, socket: { remoteAddress: address } } as IncomingMessage
}

test('where strangers can connect, an address has a hundred requests a second', () => {
  const clock = new ManualClock()
  const guard = new Guard({ host: '0.0.0.0', allowOrigins: [], token: null })
  const access = new WshAccess({ guard, clock, limited: true, redeem: () => false })
  for (let count = 0; count < 100; count++) expect(access.check(from('192.0.2.1'), url, false)).toBeNull()
  expect(access.check(from('192.0.2.1'), url, false)).toMatchObject({ data: { code: 'resource_limit_reached' } })
  expect(access.check(from('192.0.2.2'), url, false)).toBeNull()
  clock.advance(1000)
  expect(access.check(from('192.0.2.1'), url, false)).toBeNull()
})

test('on the loopback nobody is counted', () => {
  const guard = new Guard({ host: '127.0.0.1', allowOrigins: [], token: null })
  const access = new WshAccess({ guard, clock: new ManualClock(), limited: false, redeem: () => false })
  for (let count = 0; count < 500; count++) expect(access.check(from('127.0.0.1'), url, false)).toBeNull()
})
