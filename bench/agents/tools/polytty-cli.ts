/** polytty's commands through a shell, with its skill read at the start. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { bin } from './polytty-mcp.js'
import { quote, shellTool } from './shell-tool.js'
import { ownServer, type ToolSet, type Tools, until } from './tools.js'

export const polyttyCli: ToolSet = {
  name: 'polytty, commands',
  missing: () => null,
  async open(meter, folder) {
    const env: Record<string, string> = { ...ownServer(folder), PATH: `${join(bin, '..')}:${process.env.PATH}` }
    const skill = spawnSync(process.execPath, [bin, 'skill'], { encoding: 'utf8' }).stdout
    const bash = shellTool(meter, folder, env, skill)
    // The operator's server, which is not the agent's to start.
    const operator = (...words: string[]): unknown =>
      spawnSync(process.execPath, [bin, ...words], { cwd: folder, env: { ...process.env, ...env } })
    spawnSync(
      'bash',
      [
        '-c',
        `${process.execPath} ${bin} serve --secrets secrets >/dev/null 2>&1 & for i in $(seq 100); do ${process.execPath} ${bin} status >/dev/null 2>&1 && break; done`,
      ],
      { cwd: folder, env: { ...process.env, ...env } },
    )
    const wait = (expect: RegExp) => () => bash(`polytty do p '' --until ${quote(`/${expect.source}/`)}`)
    const tools: Tools = {
      shell: async (command, expect) =>
        until(expect, await bash(`polytty run --max 1000 ${quote(command)}`), wait(expect)),
      start: async (command, expect) =>
        until(
          expect,
          await bash(`polytty new -n p --cols 100 --rows 30 -- sh -c ${quote(command)} && polytty do p ''`),
          wait(expect),
        ),
      keys: async (keys, expect) => until(expect, await bash(`polytty do p ${quote(keys)}`), wait(expect)),
      selected: async (shown) => /›([^‹]*)‹/.exec(shown)?.[1] ?? '',
      secret: async (expect) => until(expect, await bash("polytty do p '<secret:DEMO><Enter>'"), wait(expect)),
      click: async (name, _, expect) => until(expect, await bash(`polytty do p '<Click "${name}">'`), wait(expect)),
    }
    return { ...tools, close: async () => void operator('stop') }
  },
}
