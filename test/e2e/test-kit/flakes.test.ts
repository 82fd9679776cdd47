/** A short form of `npm run flakes`: tests of programs that are flaky by nature, some at a time, beside one that computes. */
import { expect, test } from 'vitest'
import { runRounds } from '../../../bench/flakes/rounds.js'

test('five rounds of twenty tests without a failure', async () => {
  const results = await runRounds({ rounds: 5, atOnce: 4, burners: 1 })
  expect(results).toHaveLength(20)
  expect(results.flatMap(({ failures }) => failures)).toEqual([])
  expect(results.map(({ times }) => times.length)).toEqual(results.map(() => 5))
})
