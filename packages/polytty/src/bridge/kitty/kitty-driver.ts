/**
 * kitty's remote control, on the socket of `--listen-on`: each command is JSON between `ESC P @kitty-cmd` and `ESC \`. It
 * reports no changes.
 */
import { connect } from 'node:net'
import { z } from 'zod'
import { CoreError } from '../../base/core-error.js'
import { onlyScreens } from '../screens/only-screens.js'
import type { ReadScreen } from '../screens/repaint.js'
import type { ScreenDriver } from '../screens/screen-source.js'
import type { Pane } from '../source.js'

const HINT = 'Start it with: kitty -o allow_remote_control=yes --listen-on unix:/tmp/kitty.sock'
const VERSION = [0, 26, 0]
const TIMEOUT_MS = 10_000
const BEGIN = '\x1bP@kitty-cmd'
const END = '\x1b\\'

const bridge = onlyScreens('kitty', { polled: true })

const windows = z.array(
  z.object({
    tabs: z.array(
      z.object({
        windows: z.array(
          z.object({
            id: z.number().int(),
            title: z.string().default(''),
            pid: z.number().int().nullish(),
            cwd: z.string().nullish(),
            cmdline: z.array(z.string()).default([]),
            columns: z.number().int(),
            lines: z.number().int(),
          }),
        ),
      }),
    ),
  }),
)

export class KittyDriver implements ScreenDriver {
  readonly bridge = bridge
  readonly address: string

  constructor(where: string | undefined = process.env.KITTY_LISTEN_ON) {
    if (where === undefined)
      throw new CoreError(
        'invalid-params',
        'where does kitty listen? Name its socket, such as kitty:unix:/tmp/kitty.sock',
        {
          hint: HINT,
        },
      )
    this.address = where.replace(/^unix:/, '')
  }

  async list(): Promise<readonly Pane[]> {
    const parsed = windows.parse(JSON.parse(await this.call('ls', {})))
    return parsed
      .flatMap(({ tabs }) => tabs.flatMap((tab) => tab.windows))
      .map(({ id, title, pid, cwd, cmdline, columns, lines }) => ({
        id: String(id),
        name: String(id),
        title,
        ...{ cols: columns, rows: lines, pid: pid ?? 0, command: cmdline[0] || 'kitty', cwd: cwd ?? null },
      }))
  }

  async read({ id, cols, rows, title }: Pane): Promise<ReadScreen> {
    const text = await this.call('get-text', { match: `id:${id}`, extent: 'screen', ansi: true, cursor: true })
    const { lines, cursor } = splitCursor(text)
    return { cols, rows: Math.max(rows, 1), lines, cursor, title }
  }

  async write({ id }: Pane, bytes: Uint8Array): Promise<void> {
    const data = `base64:${Buffer.from(bytes).toString('base64')}`
    await this.call('send-text', { match: `id:${id}`, data }, { answers: false })
  }

  async close({ id }: Pane): Promise<void> {
    await this.call('close-window', { match: `id:${id}` })
  }

  /** Without an answer it resolves when kitty has the command. */
  private call(cmd: string, payload: object, { answers } = { answers: true }): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = (reason: string): void => {
        socket.destroy()
        reject(new CoreError('not-found', `kitty at ${this.address}: ${reason}`, { hint: HINT }))
      }
      const socket = connect(this.address.startsWith('@') ? `\0${this.address.slice(1)}` : this.address)
      socket.setTimeout(TIMEOUT_MS, () => fail('it does not answer'))
      socket.on('error', (error) => fail(error.message))
      let received = ''
      socket.setEncoding('utf8')
      socket.on('data', (chunk: string) => {
        received += chunk
        if (!received.endsWith(END)) return
        socket.destroy()
        const answer = JSON.parse(received.slice(received.indexOf('{'), -END.length)) as Answer
        if (answer.ok) resolve(typeof answer.data === 'string' ? answer.data : '')
        else fail(answer.error ?? 'it refuses')
      })
      socket.on('close', () => fail('it closed the connection'))
      const text = JSON.stringify({ cmd, version: VERSION, no_response: !answers, payload })
      socket.write(`${BEGIN}${text}${END}`, () => answers || socket.end(() => resolve('')))
    })
  }
}

interface Answer {
  readonly ok?: boolean
  readonly data?: unknown
  readonly error?: string
}

/** Where the cursor is stands at the end, as sequences that would put it there. */
function splitCursor(text: string): Pick<ReadScreen, 'lines' | 'cursor'> {
  const found = /\x1b\[\?25([hl])\x1b\[(\d+);(\d+)H[^\n]*$/.exec(text)
  const lines = (found ? text.slice(0, found.index) : text).split('\n')
  if (!found) return { lines, cursor: null }
  const [, shown, row, col] = found
  return { lines, cursor: { row: Number(row) - 1, col: Number(col) - 1, visible: shown === 'h' } }
}
