/** The attacks of `npm run attack`, cut short: the server holds, and its owner is served meanwhile. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { carryOut } from '../../../bench/attack/attack.js'
import { attacks } from '../../../bench/attack/cases/index.js'

const root = join(import.meta.dirname, '..', '..', '..')

/** Most of them wait to be thrown out, so some do that at the same time, each on a server of its own. */
const AT_ONCE = 4

test('the server holds', async () => {
  const left = [...attacks]
  const outcomes: [string, string][] = []
  const work = async (): Promise<void> => {
    for (let attack = left.shift(); attack; attack = left.shift()) {
      const { fell } = await carryOut(attack, root, attack.shortSize)
      outcomes.push([attack.name, fell ?? 'held'])
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  expect(new Map(outcomes)).toEqual(new Map(attacks.map(({ name }) => [name, 'held'])))
})
