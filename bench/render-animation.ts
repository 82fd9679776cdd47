/**
 * A minute of ordinary terminal work as GIF, MP4 and WebM: how long it takes, how large it gets. Prints one table;
 * `node .bench/render-animation.js [folder]` also keeps the files there. Without ffmpeg only the GIF is made.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { castFrames, parseCast, renderGif, renderVideo, type VideoFormat } from '@polytty/render'

/** Typing at a prompt, listings, a build that scrolls, a progress bar and a full-screen program: sixty seconds. */
function minuteCast(): string {
  const lines = [JSON.stringify({ version: 2, width: 80, height: 24, title: 'a minute of work' })]
  let at = 0.5
  const print = (seconds: number, text: string) => {
    lines.push(JSON.stringify([Math.round(at * 1000) / 1000, 'o', text]))
    at += seconds
  }
  const type = (command: string) => {
    print(0.5, '\x1b[1;32mdemo@host\x1b[m:\x1b[1;34m~/hello\x1b[m$ ')
    for (const character of command) print(0.09, character)
    print(0.4, '\r\n')
  }
  for (let round = 0; at < 52; round++) {
    type('ls -l src')
    for (let file = 0; file < 8; file++)
      print(
        0.01,
        `-rw-r--r-- 1 demo demo ${1000 + file * 731} Jan  2 03:04 \x1b[3${1 + (file % 6)}mfile-${round}-${file}.ts\x1b[m\r\n`,
      )
    type('npm run build')
    for (let step = 0; step < 40; step++)
      print(0.05, `\x1b[2m[${step}/40]\x1b[m compiling \x1b[36mmodule-${round}-${step}\x1b[m \x1b[32mok\x1b[m\r\n`)
    for (let percent = 0; percent <= 100; percent += 4)
      print(0.06, `\r\x1b[32m${'█'.repeat(percent / 4)}\x1b[2m${'░'.repeat(25 - percent / 4)}\x1b[m ${percent}%`)
    print(0.3, '\r\n')
    type('top')
    print(0.1, '\x1b[?1049h\x1b[H\x1b[7m  PID USER  CPU%  COMMAND\x1b[K\x1b[m')
    for (let tick = 0; tick < 4; tick++)
      for (let row = 0; row < 20; row++)
        print(
          row === 19 ? 1 : 0,
          `\x1b[${row + 2}H${String(1000 + row)} demo  \x1b[33m${((row * 37 + tick * 13) % 100).toFixed(1)}\x1b[m  process-${row}\x1b[K`,
        )
    print(0.5, '\x1b[?1049l')
  }
  lines.push(JSON.stringify([60, 'o', '\r\n']))
  return `${lines.join('\n')}\n`
}

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'polytty-bench-'))
mkdirSync(folder, { recursive: true })
const cast = parseCast(minuteCast())
const playback = { maxFps: 30, lastFrameMs: 0 }
const frames = () => castFrames(cast, playback)
const table: Record<string, Record<string, string>> = {}

async function measure(
  name: string,
  make: () => Promise<{ frames: number; bytes: number; width: number; height: number }>,
) {
  const start = performance.now()
  try {
    const made = await make()
    const seconds = (performance.now() - start) / 1000
    table[name] = {
      seconds: seconds.toFixed(1),
      frames: String(made.frames),
      'frames/s': (made.frames / seconds).toFixed(0),
      size: `${made.width}×${made.height}`,
      KB: (made.bytes / 1024).toFixed(0),
    }
  } catch (error) {
    table[name] = { seconds: error instanceof Error ? error.message : String(error) }
  }
}

await measure('GIF', async () => {
  const { bytes, ...gif } = await renderGif(frames)
  writeFileSync(join(folder, 'minute.gif'), bytes)
  return { ...gif, bytes: bytes.length }
})
for (const format of ['mp4', 'webm'] satisfies VideoFormat[])
  await measure(format, () => renderVideo(frames, { format, path: join(folder, `minute.${format}`), fps: 30 }))
console.table(table)
if (!process.argv[2]) rmSync(folder, { recursive: true })
