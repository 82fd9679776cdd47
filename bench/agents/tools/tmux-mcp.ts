/** tmux-mcp of PyPI, a published MCP server over tmux with a tool for each of its commands; set up by peers.ts. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connectMcp } from './mcp-client.js'
import { tmuxMcpPath } from './peers.js'
import { pause, pieces, placeOf, type ToolSet, type Tools, tmuxKey, until } from './tools.js'

const TARGET = 'w'
const LOOK_MS = 400

export const tmuxMcp: ToolSet = {
  name: 'tmux-mcp 0.3.3',
  missing() {
    if (spawnSync('tmux', ['-V']).status !== 0) return 'no tmux'
    return existsSync(tmuxMcpPath) ? null : 'not installed: npm run agents -- --install'
  },
  async open(meter, folder) {
    const env = { TMUX_TMPDIR: folder, TMUX: '' }
    // A server of its own that keeps what ended programs show, as the shell adapter has it.
    spawnSync('tmux', ['new-session', '-d', '-s', 'first', ';', 'set-option', '-g', 'remain-on-exit', 'on'], {
      cwd: folder,
      env: { ...process.env, ...env },
    })
    const { call, close } = await connectMcp(meter, tmuxMcpPath, [], folder, env)
    const look = async (): Promise<string> => {
      // It waits for nothing: the model's own time to think is all there is.
      await pause(LOOK_MS)
      return call('tmux_read_pane', { target: TARGET })
    }
    let hasShell = false
    const type = async (script: string): Promise<string> => {
      for (const { text, key } of pieces(script))
        await call('tmux_send_keys', { target: TARGET, keys: key ? tmuxKey(key) : text, literal: !key })
      return look()
    }
    const tools: Tools = {
      async shell(command, expect) {
        if (!hasShell) await call('tmux_create_session', { name: TARGET, command: 'bash --norc' })
        hasShell = true
        return until(expect, await type(`${command.replaceAll('\n', '<Enter>')}<Enter>echo "exit=$?"<Enter>`), look)
      },
      async start(command, expect) {
        await call('tmux_create_session', { name: TARGET, command })
        return until(expect, await look(), look)
      },
      keys: async (script, expect) => until(expect, await type(script), look),
      selected: async () => {
        throw new Error('it shows no colours')
      },
      secret: async () => {
        throw new Error('it has no secrets: a password would have to be in a call')
      },
      async click(name, shown, expect) {
        const { row, col } = placeOf(shown, name)
        return until(expect, await type(`\x1b[<0;${col + 1};${row + 1}M\x1b[<0;${col + 1};${row + 1}m`), look)
      },
    }
    const stop = async (): Promise<void> => {
      await close()
      spawnSync('tmux', ['kill-server'], { env: { ...process.env, ...env } })
    }
    return { ...tools, close: stop }
  },
}
