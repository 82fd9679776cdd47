/** zellij's own commands; changes are reported by `zellij subscribe`, which 0.44 and newer have. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Disposable } from '../../base/disposable.js'
import { commandWords } from '../command-words.js'
import { onlyScreens } from '../screens/only-screens.js'
import type { ReadScreen } from '../screens/repaint.js'
import { runProgram } from '../screens/run-program.js'
import type { ScreenDriver } from '../screens/screen-source.js'
import type { Pane } from '../source.js'

const HINT = 'Start it with: zellij --session main, and name that session: zellij:main'
/** Words of one command that types. */
const WRITE_BYTES = 2048

const bridge = onlyScreens('zellij', { polled: false }, 'signal')

const listed = z.array(
  z.object({
    id: z.number().int(),
    is_plugin: z.boolean(),
    title: z.string().default(''),
    exited: z.boolean().default(false),
    pane_content_rows: z.number().int(),
    pane_content_columns: z.number().int(),
    cursor_coordinates_in_pane: z.tuple([z.number(), z.number()]).nullish(),
    terminal_command: z.string().nullish(),
    pane_command: z.string().nullish(),
    pane_cwd: z.string().nullish(),
  }),
)

const update = z.object({ event: z.literal('pane_update'), viewport: z.array(z.string()) })

export class ZellijDriver implements ScreenDriver {
  readonly bridge = bridge
  readonly address: string
  private readonly command: readonly string[]

  constructor(where: string | undefined = process.env.ZELLIJ_SESSION_NAME) {
    this.command = [...commandWords('ZELLIJ_CMD', 'zellij'), ...(where === undefined ? [] : ['--session', where])]
    this.address = this.command.join(' ')
  }

  async list(): Promise<readonly Pane[]> {
    const panes = listed.parse(JSON.parse(await this.run('action', 'list-panes', '--json', '--all')))
    return panes
      .filter(({ is_plugin, exited }) => !is_plugin && !exited)
      .map(({ id, title, pane_content_columns, pane_content_rows, ...pane }) => ({
        id: `terminal_${id}`,
        name: String(id),
        title,
        cols: pane_content_columns,
        rows: pane_content_rows,
        pid: 0,
        command: pane.pane_command ?? pane.terminal_command ?? 'zellij',
        cwd: pane.pane_cwd ?? null,
      }))
  }

  async read(pane: Pane): Promise<ReadScreen> {
    const text = await this.run('action', 'dump-screen', '--ansi', '--pane-id', pane.id)
    return this.screen(pane, text.replace(/\n$/, '').split('\n'))
  }

  watch(pane: Pane, changed: (screen: ReadScreen) => void): Disposable {
    const [program = 'zellij', ...args] = this.command
    const options = ['subscribe', '--pane-id', pane.id, '--format', 'json', '--ansi']
    const child = spawn(program, [...args, ...options], { stdio: ['ignore', 'pipe', 'ignore'] })
    child.on('error', () => {})
    createInterface({ input: child.stdout }).on('line', (line) => {
      const parsed = update.safeParse(tryJson(line))
      if (parsed.success) void this.screen(pane, parsed.data.viewport).then(changed)
    })
    return { dispose: () => void child.kill() }
  }

  async write({ id }: Pane, bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += WRITE_BYTES) {
      const words = [...bytes.subarray(at, at + WRITE_BYTES)].map(String)
      await this.run('action', 'write', '--pane-id', id, ...words)
    }
  }

  async close({ id }: Pane): Promise<void> {
    await this.run('action', 'close-pane', '--pane-id', id)
  }

  /** A viewport as it was reported: where the cursor stands is asked for. */
  private async screen(pane: Pane, lines: readonly string[]): Promise<ReadScreen> {
    const all = listed.safeParse(tryJson(await this.run('action', 'list-panes', '--json', '--all').catch(() => '')))
    const now = all.data?.find(({ id, is_plugin }) => !is_plugin && `terminal_${id}` === pane.id)
    const at = now?.cursor_coordinates_in_pane
    return {
      cols: now?.pane_content_columns ?? pane.cols,
      rows: Math.max(now?.pane_content_rows ?? pane.rows, lines.length, 1),
      lines,
      title: now?.title ?? pane.title,
      cursor: at ? { row: at[1], col: at[0], visible: true } : null,
    }
  }

  private run(...args: readonly string[]): Promise<string> {
    return runProgram([...this.command, ...args], HINT)
  }
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
