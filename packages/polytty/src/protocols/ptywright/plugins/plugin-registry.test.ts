/** What a registry has ready before it is asked for: threads take long to start. */
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../base/clock.js'
import { PluginRegistry } from './plugin-registry.js'

const echo = fileURLToPath(new URL('../conformance/plugins/echo/manifest.toml', import.meta.url))

function open(ahead: boolean): PluginRegistry {
  const registry = new PluginRegistry(systemClock, true, ahead)
  onTestFinished(() => registry.dispose())
  return registry
}

/** How many threads are started from here on. */
function countThreads(): () => number {
  let started = 0
  const count = (): void => void started++
  process.on('worker', count)
  onTestFinished(() => void process.off('worker', count))
  return () => started
}

test('the first copy of a plugin starts no thread, and the next ones find another ready', async () => {
  const registry = open(true)
  await registry.load(echo)
  await registry.prepare()
  const started = countThreads()
  const copies = ['shell', 'claude-code', 'repl', 'echo'].map((name) => registry.instantiate(registry.get(name)))
  for (const copy of copies) expect((await copy.exported()).has('classify')).toBe(true)
  expect(started()).toBe(0)
  await registry.prepare()
  expect(started()).toBe(1)
  await registry.instantiate(registry.get('echo')).exported()
  expect(started()).toBe(1)
})

test('copies that were prepared share nothing', async () => {
  const registry = open(true)
  await registry.load(echo)
  const states: unknown[] = []
  for (let round = 0; round < 2; round++) {
    await registry.prepare()
    const copy = registry.instantiate(registry.get('echo'))
    for (let call = 0; call < 2; call++) {
      const { value } = await copy.call('classify', { screen: '', sequence: call })
      states.push((value as { evidence: unknown }).evidence)
    }
  }
  expect(states.slice(0, 2)).toEqual(states.slice(2))
})

test('nothing is started that no one wants', async () => {
  const started = countThreads()
  const registry = open(false)
  await registry.prepare()
  expect(started()).toBe(0)
})
