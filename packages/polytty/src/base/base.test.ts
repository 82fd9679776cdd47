import { expect, test } from 'vitest'
import { ManualClock } from './clock.js'
import { DisposableBag } from './disposable.js'
import { Emitter } from './emitter.js'

test('an emitter calls its listeners in order, and one that throws does not silence the rest', () => {
  const errors: unknown[] = []
  const received: string[] = []
  const emitter = new Emitter<string>((error) => errors.push(error))
  emitter.on(() => {
    throw new Error('deaf')
  })
  const second = emitter.on((value) => received.push(value))
  emitter.emit('a')
  second.dispose()
  second.dispose()
  emitter.emit('b')
  expect([received, errors.length, emitter.size]).toEqual([['a'], 2, 1])
})

test('a listener that leaves while it is called disturbs no one', () => {
  const received: number[] = []
  const emitter = new Emitter<void>()
  const first = emitter.on(() => {
    received.push(1)
    first.dispose()
  })
  emitter.on(() => received.push(2))
  emitter.emit()
  emitter.emit()
  expect(received).toEqual([1, 2, 2])
})

test('a bag ends what it holds, newest first, and what comes too late at once', () => {
  const ended: number[] = []
  const bag = new DisposableBag()
  for (const id of [1, 2]) bag.add({ dispose: () => ended.push(id) })
  bag.dispose()
  bag.add({ dispose: () => ended.push(3) })
  expect(ended).toEqual([2, 1, 3])
})

test('a manual clock fires what comes due, in order, also what is set on the way', () => {
  const clock = new ManualClock()
  const fired: string[] = []
  clock.after(20, () => fired.push('late'))
  clock.after(10, () => {
    fired.push('first')
    clock.after(5, () => fired.push('nested'))
  })
  clock.after(1, () => fired.push('never')).dispose()
  clock.advance(15)
  expect([fired, clock.monotonic(), clock.pending]).toEqual([['first', 'nested'], 15, 1])
})
