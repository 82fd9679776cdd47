/** `run` and `screenshot`: start a program, wait a moment, show its screen, and end it. */
import { writeFileSync } from 'node:fs'
import { systemClock } from '../../base/clock.js'
import { CoreError } from '../../base/core-error.js'
import { startDaemon } from '../../server/termwright-daemon.js'
import { LineClient } from './line-client.js'
import { temporarySocket } from './sockets.js'

export interface OnceFlags {
  readonly cols: number
  readonly rows: number
  readonly waitFor?: string
  readonly delay: number
  readonly timeout: number
}

export async function printScreen(
  command: readonly string[],
  { format, ...flags }: OnceFlags & { format: string },
): Promise<void> {
  await once(command, flags, async (client) => {
    const screen = await client.call<unknown>('screen', { format: format.replace('-', '_') })
    process.stdout.write(`${typeof screen === 'string' ? screen.trimEnd() : JSON.stringify(screen, null, 2)}\n`)
  })
}

export async function saveScreenshot(
  command: readonly string[],
  { output, font, fontSize, ...flags }: OnceFlags & { output?: string; font?: string; fontSize: number },
): Promise<void> {
  await once(command, flags, async (client) => {
    const png = Buffer.from(await client.call<string>('screenshot', { font, font_size: fontSize }), 'base64')
    if (output === undefined) process.stdout.write(png)
    else writeFileSync(output, png)
  })
}

/** What a program that has just been started is given to draw its first screen. */
const SETTLE_MS = 100

async function once(
  [program, ...args]: readonly string[],
  { cols, rows, waitFor, delay, timeout }: OnceFlags,
  look: (client: LineClient) => Promise<void>,
): Promise<void> {
  if (program === undefined) throw new CoreError('invalid-params', 'a command is needed: put it after --')
  const daemon = await startDaemon({ program, args, cols, rows, socket: temporarySocket() })
  try {
    const client = await LineClient.connect(daemon.socket)
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
