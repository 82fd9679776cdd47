import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ownPorts } from './listening-ports.js'

test.runIf(process.platform === 'linux')('only ports on which this user listens are asked', async () => {
  const server = createServer()
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  expect(ownPorts([1, port])).toEqual([port])
  await new Promise((resolve) => server.close(resolve))
  expect(ownPorts([1, port])).toEqual([])
})
