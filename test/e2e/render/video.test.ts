/** Videos with the real ffmpeg, and the error that says how to get it where there is none. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { castFrames, parseCast } from '../../../packages/polytty/src/record/index.js'
import { renderVideo } from '../../../packages/render/src/index.js'
import { needs } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'

const folder = newFolder()

const cast = parseCast('{"version":2,"width":40,"height":6}\n[0.2,"o","hello"]\n[0.6,"o","\\r\\n\\u001b[31mworld"]\n')
const frames = () => castFrames(cast, { lastFrameMs: 400 })

test.each([
  ['mp4' as const, (file: Buffer) => file.toString('latin1', 4, 8) === 'ftyp'],
  ['webm' as const, (file: Buffer) => file.readUInt32BE(0) === 0x1a45dfa3],
])('%s', needs('ffmpeg'), async (format, looksRight) => {
  const path = join(folder, `out.${format}`)
  const video = renderVideo(frames, { format, path, fps: 20 })
  // Nothing, hello and world, and the end.
  expect(await video).toMatchObject({ path, frames: 4, durationMs: 1000 })
  expect(looksRight(readFileSync(path))).toBe(true)
  const entries = 'packet=pts_time:format=duration'
  const probe = ['-v', 'error', '-select_streams', 'v', '-show_entries', entries, '-of', 'csv=p=0', path]
  const times = execFileSync('ffprobe', probe, { encoding: 'utf8' })
    .split(/[\n,]+/)
    .filter(Boolean)
    .map(Number)
  expect(times.slice(0, -1).sort((a, b) => a - b)).toEqual([0, 0.2, 0.6, 0.95])
  expect(times.at(-1)).toBeCloseTo(1, 2)
})

test('without ffmpeg the error says how to get it', async () => {
  const { PATH } = process.env
  process.env.PATH = folder
  try {
    const video = renderVideo(frames, { format: 'mp4', path: join(folder, 'none.mp4') })
    await expect(video).rejects.toMatchObject({
      code: 'missing-program',
      message: expect.stringContaining('apt install ffmpeg'),
    })
  } finally {
    process.env.PATH = PATH
  }
})

test('a failure of ffmpeg carries its words; an abort ends it', needs('ffmpeg'), async () => {
  const path = join(folder, 'no', 'such', 'folder.mp4')
  await expect(renderVideo(frames, { format: 'mp4', path })).rejects.toMatchObject({
    code: 'internal',
    message: expect.stringContaining('No such file'),
  })
  const aborted = renderVideo(frames, { format: 'mp4', path: join(folder, 'a.mp4') }, { abort: AbortSignal.abort() })
  await expect(aborted).rejects.toThrow()
})
