/** `wezterm cli`, which reports no changes. */
import { z } from 'zod'
import { commandWords } from '../command-words.js'
import { onlyScreens } from '../screens/only-screens.js'
import type { ReadScreen } from '../screens/repaint.js'
import { runProgram } from '../screens/run-program.js'
import type { ScreenDriver } from '../screens/screen-source.js'
import type { Pane } from '../source.js'

const HINT =
  'Start WezTerm, or name its command with WEZTERM_CMD="flatpak run --command=wezterm org.wezfurlong.wezterm"'

const bridge = onlyScreens('wezterm', { polled: true }, 'signal')

const listed = z.array(
  z.object({
    pane_id: z.number().int(),
    title: z.string().default(''),
    cwd: z.string().default(''),
    size: z.object({ rows: z.number().int(), cols: z.number().int() }),
    cursor_x: z.number().int().optional(),
    cursor_y: z.number().int().optional(),
    cursor_visibility: z.string().optional(),
  }),
)

export class WeztermDriver implements ScreenDriver {
  readonly bridge = bridge
  readonly address: string
  private readonly command: readonly string[]
  private readonly env: NodeJS.ProcessEnv

  /** `where` is the socket of a server, as in $WEZTERM_UNIX_SOCKET. */
  constructor(where?: string) {
    this.command = [...commandWords('WEZTERM_CMD', 'wezterm'), 'cli']
    this.env = where === undefined ? process.env : { ...process.env, WEZTERM_UNIX_SOCKET: where }
    this.address = where ?? this.command.join(' ')
  }

  async list(): Promise<readonly Pane[]> {
    const panes = await this.look()
    return panes.map(({ pane_id, title, cwd, size }) => ({
      id: String(pane_id),
      name: String(pane_id),
      title,
      ...size,
      pid: 0,
      command: 'wezterm',
      cwd: folderOf(cwd),
    }))
  }

  async read({ id }: Pane): Promise<ReadScreen> {
    const pane = (await this.look()).find(({ pane_id }) => String(pane_id) === id)
    const text = await this.run('get-text', '--pane-id', id, '--escapes')
    const lines = text.replace(/\n$/, '').split('\n')
    const { cursor_x: col, cursor_y: row } = pane ?? {}
    return {
      cols: pane?.size.cols ?? 80,
      rows: Math.max(pane?.size.rows ?? 24, lines.length),
      lines,
      title: pane?.title,
      cursor:
        row === undefined || col === undefined ? null : { row, col, visible: pane?.cursor_visibility !== 'Hidden' },
    }
  }

  async write({ id }: Pane, bytes: Uint8Array): Promise<void> {
    await runProgram([...this.command, 'send-text', '--pane-id', id, '--no-paste'], HINT, {
      input: bytes,
      env: this.env,
    })
  }

  async close({ id }: Pane): Promise<void> {
    await this.run('kill-pane', '--pane-id', id)
  }

  private async look(): Promise<z.output<typeof listed>> {
    return listed.parse(JSON.parse(await this.run('list', '--format', 'json')))
  }

  private run(...args: readonly string[]): Promise<string> {
    return runProgram([...this.command, ...args], HINT, { env: this.env })
  }
}

/** It is given as a URL. */
function folderOf(cwd: string): string | null {
  return URL.canParse(cwd) ? decodeURIComponent(new URL(cwd).pathname) : cwd || null
}
