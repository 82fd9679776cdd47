/**
 * `polytty watch`: a session as it changes, in this terminal, without typing into it or changing its size. The server
 * paints for the session's own size; here its picture is kept, and what fits around the cursor is shown.
 */

import { renderAnsi } from '@polytty/render'
import { type Snapshot, Terminal } from '@polytty/terminal'
import type { WebSocket } from 'ws'
import { CoreError } from '../base/core-error.js'
import { type ServerFlags, withServer } from '../cli-kit/find-server.js'
import { untilServer } from '../cli-kit/until-server.js'
import { windowSize } from '../cli-kit/window-size.js'
import { openAttachment } from '../protocols/wsh/cli/attach.js'
import { targetOf } from './attach.js'
import { findSession, shortName } from './session-target.js'

const ENTER = '\x1b[?1049h\x1b[?25l\x1b[2J'
const LEAVE = '\x1b[0m\x1b[?25h\x1b[?1049l'
/** Ctrl+C, Ctrl+D, Ctrl+\, q. */
const LEAVE_KEYS = /[\x03\x04\x1cq]/

export async function watch(given: string | undefined, flags: ServerFlags): Promise<void> {
  const { stdin, stdout } = process
  if (!stdout.isTTY)
    throw new CoreError('not-supported', 'watching needs a terminal', { hint: 'Try: polytty sessions' })
  const { target, session } = await withServer(flags, async (client, server) => ({
    target: targetOf(server),
    session: await findSession(client, given),
  }))
  const name = shortName(session)
  let socket = await openAttachment(target, session.id, 'watch=true')
  const view = new WatchView(name)
  const restore = (): void => void stdout.write(LEAVE)
  process.once('exit', restore)
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.once(signal, () => process.exit(1))
  stdout.write(ENTER)
  stdout.on('resize', () => view.forget())
  if (stdin.isTTY) stdin.setRawMode(true)
  stdin.on('data', (typed: Buffer) => LEAVE_KEYS.test(typed.toString('latin1')) && socket.close(1000, 'left'))
  let [code, reason] = await follow(socket, view)
  while (lostCodes.has(code)) {
    socket = await openAttachment(targetOf(await untilServer(flags)), session.id, 'watch=true')
    ;[code, reason] = await follow(socket, view)
  }
  process.off('exit', restore)
  if (stdin.isTTY) stdin.setRawMode(false)
  stdin.destroy()
  restore()
  if (code !== 1000 && code !== 1005) throw new CoreError('not-found', 'the connection to the server was lost')
  stdout.write(`[${reason === 'session ended' ? `${name} has ended` : `no longer watching ${name}`}]\n`)
}

/** Closed by no one, or by a server that is replaced. */
const lostCodes = new Set([1006, 1012])

/** Shows what comes until the socket is closed; resolves with the code and the reason. */
function follow(socket: WebSocket, view: WatchView): Promise<[code: number, reason: string]> {
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) view.take(data)
    else view.resize((JSON.parse(data.toString()) as { size: { cols: number; rows: number } }).size)
  })
  socket.resume()
  return new Promise((resolve) => socket.once('close', (code, reason) => resolve([code, reason.toString()])))
}

/** What is shown of a session: the rows around its cursor, and a line below that says what this is. */
class WatchView {
  private readonly terminal = new Terminal({ cols: 80, rows: 24, scrollback: 0 })
  private shown: string[] = []

  constructor(private readonly name: string) {}

  resize({ cols, rows }: { readonly cols: number; readonly rows: number }): void {
    this.terminal.resize(cols, rows)
    this.forget()
  }

  take(bytes: Uint8Array): void {
    this.terminal.write(bytes)
    this.paint()
  }

  /** Paints everything again: the window has changed. */
  forget(): void {
    this.shown = []
    process.stdout.write('\x1b[0m\x1b[2J')
    this.paint()
  }

  private paint(): void {
    const { cols: columns, rows } = windowSize()
    const snapshot = this.terminal.snapshot()
    const lines = [...visibleRows(snapshot, columns, rows - 1), this.status(snapshot, columns)]
    const parts = lines.map((line, index) =>
      line === this.shown[index] ? '' : `\x1b[${index + 1};1H\x1b[0m\x1b[K${line}\x1b[0m`,
    )
    this.shown = lines
    const changed = parts.join('')
    if (changed !== '') process.stdout.write(`\x1b[?2026h\x1b[?7l${changed}\x1b[?7h\x1b[?2026l`)
  }

  private status({ cols, rows, title }: Snapshot, columns: number): string {
    const about = title === '' ? '' : ` · ${title}`
    const text = ` watching ${this.name} · ${cols}x${rows}${about} · q leaves`
    return `\x1b[7m${text.slice(0, columns).padEnd(columns)}`
  }
}

/** As many rows as fit, with the cursor's among them; short screens are filled up. */
function visibleRows(snapshot: Snapshot, columns: number, rows: number): string[] {
  const { cursor } = snapshot
  const top = Math.max(Math.min(cursor.row - rows + 1, snapshot.rows - rows), 0)
  const right = Math.min(snapshot.cols, columns) - 1
  return Array.from({ length: rows }, (_, index) => {
    const row = top + index
    if (row >= snapshot.rows) return ''
    const ansi = renderAnsi(snapshot, { region: { top: row, left: 0, bottom: row, right } })
    return cursor.visible && cursor.row === row && cursor.col <= right ? withCursor(ansi, snapshot) : ansi
  })
}

/** The watched cursor, drawn over its cell: the terminal's own is hidden. */
function withCursor(ansi: string, snapshot: Snapshot): string {
  const { row, col } = snapshot.cursor
  return `${ansi}\x1b[0m\x1b[${col + 1}G\x1b[7m${snapshot.cell(row, col).text || ' '}`
}
