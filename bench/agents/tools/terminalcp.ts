/** @mariozechner/terminalcp, a published MCP server with one tool; set up by peers.ts. */
import { existsSync } from 'node:fs'
import { connectMcp } from './mcp-client.js'
import { terminalcpPath } from './peers.js'
import { bytesOf, pause, placeOf, type ToolSet, type Tools, until } from './tools.js'

const ID = 'w'
const LOOK_MS = 400

export const terminalcp: ToolSet = {
  name: 'terminalcp 1.3.3',
  missing: () => (existsSync(terminalcpPath) ? null : 'not installed: npm run agents -- --install'),
  async open(meter, folder) {
    const env = { HOME: folder }
    const { call, prepare, close } = await connectMcp(meter, process.execPath, [terminalcpPath, '--mcp'], folder, env)
    const use = (args: Record<string, unknown>): Promise<string> => call('terminalcp', { args })
    const look = async (): Promise<string> => {
      // It waits for nothing: the model's own time to think is all there is.
      await pause(LOOK_MS)
      return use({ action: 'stdout', id: ID, lines: 30 })
    }
    // Its server takes a while to start, and is given the time.
    const warm = { args: { action: 'start', command: 'true', cwd: folder, name: 'warm' } }
    for (let tries = 0; tries < 10 && !(await prepare('terminalcp', warm)); tries++) await pause(LOOK_MS)
    let hasShell = false
    const type = async (data: string): Promise<string> => {
      await use({ action: 'stdin', id: ID, data })
      return look()
    }
    const tools: Tools = {
      async shell(command, expect) {
        if (!hasShell) await use({ action: 'start', command: 'bash --norc', cwd: folder, name: ID })
        hasShell = true
        return until(expect, await type(`${command.replaceAll('\n', '\r')}\recho "exit=$?"\r`), look)
      },
      async start(command, expect) {
        await use({ action: 'start', command, cwd: folder, name: ID })
        return until(expect, await look(), look)
      },
      keys: async (script, expect) => until(expect, await type(bytesOf(script)), look),
      selected: async () => {
        const stream = await use({ action: 'stream', id: ID, strip_ansi: false })
        return [...stream.matchAll(/\x1b\[7m([^\x1b]*)\x1b/g)].at(-1)?.[1]?.trim() ?? ''
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
      await prepare('terminalcp', { args: { action: 'kill-server' } })
      await close()
    }
    return { ...tools, close: stop }
  },
}
