/** `run` and `screenshot`: start a program, wait a moment, show its screen, and end it. */
import { writeFileSync } from 'node:fs'
import { systemClock } from '../../../base/clock.js'
import { CoreError } from '../../../base/core-error.js'
import { startDaemon } from '../endpoint/daemon.js'
import { connectDaemon, type DaemonClient, takeScreenshot } from './daemon-client.js'
import { ownShape, type Settings, spawnSettings } from './settings.js'
import { temporarySocket } from './sockets.js'

export interface OnceFlags {
  readonly cols: number
  readonly rows: number
  readonly waitFor?: string
  readonly delay: number
  readonly timeout: number
}

export interface ScreenFlags extends OnceFlags {
  readonly format: 'text' | 'json' | 'json-compact'
}

export interface PictureFlags extends OnceFlags {
  readonly output?: string
  readonly font?: string
  readonly fontSize: number
}

export async function printScreen(
  command: readonly string[],
  { format, ...flags }: ScreenFlags,
  settings: Settings,
): Promise<void> {
  await once(command, flags, settings, async (client) => {
    const screen = await client.call('screen', { format: format === 'json-compact' ? 'json_compact' : format })
    process.stdout.write(`${typeof screen === 'string' ? screen.trimEnd() : JSON.stringify(screen, null, 2)}\n`)
  })
}

export async function saveScreenshot(
  command: readonly string[],
  { output, font, fontSize, ...flags }: PictureFlags,
  settings: Settings,
): Promise<void> {
  await once(command, flags, settings, async (client) => {
    const png = await takeScreenshot(client, { font, font_size: fontSize })
    if (output === undefined) process.stdout.write(png)
    else writeFileSync(output, png)
  })
}

/** What a program that has just been started is given to draw its first screen. */
const SETTLE_MS = 100

async function once(
  [program, ...args]: readonly string[],
  { cols, rows, waitFor, delay, timeout }: OnceFlags,
  settings: Settings,
  look: (client: DaemonClient) => Promise<void>,
): Promise<void> {
  if (program === undefined) throw new CoreError('invalid-params', 'a command is needed: put it after --')
  const socket = temporarySocket()
  const daemon = await startDaemon({ program, args, cols, rows, socket, ...spawnSettings(settings) })
  try {
    const client = await connectDaemon(socket, ownShape(settings))
    const timeout_ms = timeout * 1000
    if (waitFor !== undefined) await client.call('wait_for_text', { text: waitFor, timeout_ms })
    else await client.call('wait_for_idle', { duration_ms: SETTLE_MS, timeout_ms })
    if (delay > 0) await new Promise<void>((done) => systemClock.after(delay, done))
    await look(client)
    client.close()
  } finally {
    await daemon.stop()
  }
}
