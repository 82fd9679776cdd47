import { expect, test } from 'vitest'
import { deferred } from '../../../base/deferred.js'
import { Turns } from './turns.js'

const never = new AbortController().signal

test('one after another, in the order of asking', async () => {
  const turns = new Turns()
  const first = deferred<void>()
  const order: number[] = []
  const tasks = [1, 2, 3].map((number) =>
    turns.take(never, async () => {
      if (number === 1) await first.promise
      order.push(number)
      return number
    }),
  )
  expect(order).toEqual([])
  first.resolve()
  expect(await Promise.all(tasks)).toEqual([1, 2, 3])
  expect(order).toEqual([1, 2, 3])
})

test('a failure ends the turn', async () => {
  const turns = new Turns()
  await expect(turns.take(never, () => Promise.reject(new Error('mine')))).rejects.toThrow('mine')
  expect(await turns.take(never, async () => 'next')).toBe('next')
})

test('who gives up is passed over', async () => {
  const turns = new Turns()
  const first = deferred<void>()
  const running = turns.take(never, () => first.promise)
  const controller = new AbortController()
  const given = turns.take(controller.signal, async () => 'never')
  const last = turns.take(never, async () => 'last')
  controller.abort()
  await expect(given).rejects.toMatchObject({ code: 'wait-cancelled' })
  await expect(turns.take(controller.signal, async () => 'never')).rejects.toMatchObject({ code: 'wait-cancelled' })
  first.resolve()
  await running
  expect(await last).toBe('last')
  expect(await turns.take(never, async () => 'free')).toBe('free')
})
