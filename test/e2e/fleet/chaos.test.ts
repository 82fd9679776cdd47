/** The short form of `npm run chaos fleet`: the same faults from a fixed seed, in a smaller fleet. */
import { expect, onTestFinished, test } from 'vitest'
import { seeded } from '../../screens/random-stream.js'
import { needsNats } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'
import { FleetChaos } from './chaos.js'

test('a small fleet under faults loses nothing, and types nothing twice', needsNats(), async () => {
  const chaos = new FleetChaos({ folder: newFolder(), natsServers: 1, nodes: 3, random: seeded(2026) })
  onTestFinished(() => chaos.stop())
  await chaos.start()
  const short = Object.keys(chaos.faults).filter((name) => !/lease|leader/.test(name))
  for (const fault of short) await chaos.round(fault)
  expect(chaos.settleMs).toHaveLength(short.length)
})
