import { expect, onTestFinished, test } from 'vitest'
import { wrightty } from '../protocols/wrightty/index.js'
import { startServer } from './server.js'

test('a server prepares its protocols when it is asked to, and not before', async () => {
  let prepared = 0
  const prepare = () => void prepared++
  const server = await startServer({ port: 0 }, { protocols: [{ ...wrightty, open: async () => ({ prepare }) }] })
  onTestFinished(() => server.stop())
  expect(prepared).toBe(0)
  server.prepare()
  expect(prepared).toBe(1)
})
