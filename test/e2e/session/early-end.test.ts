import { expect, test } from 'vitest'
import { newRegistry, shell } from './with-registry.js'

test('a program that is ended the moment it was started does not get away', async () => {
  const registry = newRegistry()
  for (let run = 0; run < 20; run++) {
    const session = await shell(registry, 'exec sleep 600')
    expect(await registry.remove(session, { graceMs: 0 }), `run ${run}`).toMatchObject({ code: null })
  }
})
