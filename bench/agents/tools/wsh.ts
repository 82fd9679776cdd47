/** The tools of wsh, as `polytty mcp --profile wsh` has them. */
import { spawnSync } from 'node:child_process'
import { connectMcp } from './mcp-client.js'
import { bin } from './polytty-mcp.js'
import { bytesOf, ownServer, placeOf, type ToolSet, type Tools, until } from './tools.js'

interface Screen {
  readonly lines: readonly (string | readonly { readonly text: string; readonly inverse?: boolean }[])[]
}

/** The rows that a result holds, as a model reads them. */
function rows(result: string): string {
  if (!result.startsWith('{')) return result
  const { screen, lines } = JSON.parse(/^\{.*?\}(?=\{|$)/s.exec(result)?.[0] ?? result) as { screen?: Screen } & Screen
  return ((screen ?? { lines }).lines ?? [])
    .map((line) => (typeof line === 'string' ? line : line.map(({ text }) => text).join('')))
    .join('\n')
}

export const wsh: ToolSet = {
  name: "wsh's tools",
  missing: () => null,
  async open(meter, folder) {
    const env = { ...ownServer(folder), HOME: folder }
    const { call, close } = await connectMcp(meter, process.execPath, [bin, 'wsh', 'mcp', '-L', 'bench'], folder, env)
    const quiet = { timeout_ms: 500, max_wait_ms: 5000, format: 'plain' }
    let session = ''
    const count = { sessions: 0 }
    const look = async (): Promise<string> => rows(await call('wsh_await_quiesce', { session, ...quiet, fresh: true }))
    const run = async (input: string): Promise<string> => {
      const result = await call('wsh_run_command', { session, input, ...quiet })
      if (/idle timeout exceeded|^MCP error/.test(result)) meter.wrong++
      return rows(result)
    }
    const open = async (command?: string): Promise<void> => {
      session = `s${++count.sessions}`
      await call('wsh_create_session', { name: session, cols: 100, rows: 30, cwd: folder, ...(command && { command }) })
    }
    const tools: Tools = {
      async shell(command, expect) {
        if (session === '') await open()
        return until(expect, await run(`${command}\necho "exit=$?"\n`), look)
      },
      async start(command, expect) {
        await open(command)
        return until(expect, await look(), look)
      },
      keys: async (script, expect) => until(expect, await run(bytesOf(script)), look),
      selected: async () => {
        const result = await call('wsh_get_screen', { session, format: 'styled' })
        return (
          /\{[^{}]*"inverse":true[^{}]*\}/
            .exec(result)?.[0]
            .match(/"text":"([^"]*)"/)?.[1]
            ?.trim() ?? ''
        )
      },
      secret: async () => {
        throw new Error('it has no secrets: a password would have to be in a call')
      },
      async click(name, shown, expect) {
        const { row, col } = placeOf(shown, name)
        return until(expect, await run(`\x1b[<0;${col + 1};${row + 1}M\x1b[<0;${col + 1};${row + 1}m`), look)
      },
    }
    const stop = async (): Promise<void> => {
      await close()
      spawnSync(process.execPath, [bin, 'wsh', 'stop', '-L', 'bench'], { env: { ...process.env, ...env } })
    }
    return { ...tools, close: stop }
  },
}
