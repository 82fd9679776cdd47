/** What a session sees of its server, and videos of it, over a real socket. */
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Client, connect } from '@polytty/client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Server, startServer } from '../../../packages/polytty/src/server/server.js'
import { decodeGif } from '../../golden/decode-gif.js'
import { needs } from '../../support/needs.js'

let server: Server
let client: Client
beforeAll(async () => {
  server = await startServer({ port: 0 })
  client = await connect(server.url)
})
afterAll(async () => {
  client.close()
  await server.stop()
})

test('a program finds its server in WRIGHTTY_SOCKET', async () => {
  const params = { shell: '/bin/sh', args: ['-c', 'echo "at $WRIGHTTY_SOCKET"; cat'] }
  const { sessionId } = await client.call('Session.create', params)
  expect(await client.call('Screen.waitForText', { sessionId, pattern: `at ${server.url}` })).toMatchObject({
    found: true,
  })
})

test.each(['mp4', 'webm'] as const)(
  'a video as %s is a file of the size that is reported',
  needs('ffmpeg'),
  async (format) => {
    const { sessionId } = await client.call('Session.create', { shell: '/bin/cat' })
    const { recordingId } = await client.call('Recording.startVideo', { sessionId, format })
    await client.call('Input.sendText', { sessionId, text: 'moving\n' })
    await client.call('Screen.waitForText', { sessionId, pattern: 'moving' })
    const video = await client.call('Recording.stopVideo', { recordingId })
    expect(statSync(video.path).size).toBe(video.size)
    const probe = [
      '-v',
      'error',
      '-count_frames',
      '-show_entries',
      'stream=nb_read_frames:format=duration',
      '-of',
      'csv=p=0',
      video.path,
    ]
    const [frames, seconds] = execFileSync('ffprobe', probe, { encoding: 'utf8' }).split('\n').map(Number)
    expect(frames).toBe(video.frames)
    expect(seconds).toBeCloseTo(video.duration, 1)
    rmSync(dirname(video.path), { recursive: true })
  },
)

test('a GIF is as long as what was recorded, and has the frames that are reported', async () => {
  const { sessionId } = await client.call('Session.create', { shell: '/bin/cat' })
  const start = { sessionId, format: 'gif', intervalMs: 50 } as const
  const { recordingId } = await client.call('Recording.startVideo', start)
  // The same length as a cast: what was measured there is what the GIF must show.
  const cast = await client.call('Recording.startSession', { sessionId })
  await client.call('Input.sendText', { sessionId, text: 'moving\n' })
  await client.call('Screen.waitForText', { sessionId, pattern: 'moving' })
  const { duration } = await client.call('Recording.stopSession', cast)
  const video = await client.call('Recording.stopVideo', { recordingId })
  const { frames } = decodeGif(readFileSync(video.path))
  expect(frames.length).toBe(video.frames)
  expect(frames.reduce((sum, { delayMs }) => sum + delayMs, 0)).toBe(Math.round(video.duration * 1000))
  expect(video.duration).toBeGreaterThanOrEqual(duration - 0.02)
  rmSync(dirname(video.path), { recursive: true })
})

test('without ffmpeg a video is refused before it is recorded, and not advertised', async () => {
  const { PATH } = process.env
  process.env.PATH = '/nowhere'
  onTestFinished(() => void (process.env.PATH = PATH))
  const { sessionId } = await client.call('Session.create', { shell: '/bin/cat' })
  for (const format of ['mp4', 'webm', undefined] as const)
    await expect(client.call('Recording.startVideo', { sessionId, format })).rejects.toMatchObject({
      code: 1006,
      message: expect.stringContaining('ffmpeg'),
    })
  expect(await client.call('Recording.startVideo', { sessionId, format: 'gif' })).toMatchObject({
    recordingId: expect.any(String),
  })
  const info = await client.call('Wrightty.getInfo')
  expect(info.capabilities.recording).toEqual(['session', 'actions'])
})
