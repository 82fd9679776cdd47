/** What a session sees of its server, and videos of it, over a real socket. */
import { spawnSync } from 'node:child_process'
import { rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RpcClient } from '../../../src/sdk/rpc-client.js'
import { type Server, startServer } from '../../../src/server/server.js'

let server: Server
let client: RpcClient
beforeAll(async () => {
  server = await startServer({ port: 0 })
  client = await RpcClient.connect({ url: server.url })
})
afterAll(async () => {
  client.close()
  await server.stop()
})

test('a program finds its server in WRIGHTTY_SOCKET', async () => {
  const params = { shell: '/bin/sh', args: ['-c', 'echo "at $WRIGHTTY_SOCKET"; cat'] }
  const { sessionId } = await client.call<{ sessionId: string }>('Session.create', params)
  expect(await client.call('Screen.waitForText', { sessionId, pattern: `at ${server.url}` })).toMatchObject({
    found: true,
  })
})

const hasFfmpeg = spawnSync('which', ['ffmpeg']).status === 0
if (!hasFfmpeg) console.warn('the videos are left out: install ffmpeg')

test.runIf(hasFfmpeg).each(['mp4', 'webm'])('a video as %s is a file of the size that is told', async (format) => {
  const { sessionId } = await client.call<{ sessionId: string }>('Session.create', { shell: '/bin/cat' })
  const { recordingId } = await client.call<{ recordingId: string }>('Recording.startVideo', { sessionId, format })
  await client.call('Input.sendText', { sessionId, text: 'moving\n' })
  await client.call('Screen.waitForText', { sessionId, pattern: 'moving' })
  const video = await client.call<{ path: string; size: number; frames: number }>('Recording.stopVideo', {
    recordingId,
  })
  expect(statSync(video.path).size).toBe(video.size)
  expect(video.frames).toBeGreaterThan(0)
  rmSync(dirname(video.path), { recursive: true })
})
