import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { ManualClock } from '../base/clock.js'
import { Places } from './places.js'

let port = 1000

/** A connection that never was: only its address counts here. */
function connection(): Socket {
  const socket = new Socket()
  const address = { remoteAddress: '127.0.0.1', remotePort: port++ }
  for (const [name, value] of Object.entries(address)) Object.defineProperty(socket, name, { value })
  return socket
}

function enter(places: Places, count: number): Socket[] {
  const sockets = Array.from({ length: count }, connection)
  for (const socket of sockets) places.enter(socket)
  return sockets
}

const gone = (sockets: readonly Socket[]): number => sockets.filter(({ destroyed }) => destroyed).length

test('the oldest strangers give way to new ones, and no one who is known does', () => {
  const clock = new ManualClock()
  const places = new Places(100, clock)
  const known = enter(places, 50)
  expect(known.every((socket) => places.admit(socket))).toBe(true)
  const strangers = enter(places, 40)
  expect(gone(strangers)).toBe(0)
  clock.advance(200)
  const later = enter(places, 10)
  expect(strangers.map(({ destroyed }) => destroyed)).toEqual(strangers.map((_, index) => index < 25))
  expect([gone(later), gone(known)]).toEqual([0, 0])
})

test('there is a bound on those who have just come', () => {
  const places = new Places(100, new ManualClock())
  const strangers = enter(places, 1060)
  expect([gone(strangers), strangers[10]!.destroyed, strangers[11]!.destroyed]).toEqual([11, true, false])
})

test('one too many who is known gets no place until another leaves', async () => {
  const places = new Places(1, new ManualClock())
  const [first, second] = enter(places, 2) as [Socket, Socket]
  expect([places.admit(first), places.admit(first), places.admit(second)]).toEqual([true, true, false])
  const left = new Promise((resolve) => first.on('close', resolve))
  first.destroy()
  await left
  expect(places.admit(second)).toBe(true)
})
