/** polytty's five tools over standard input and output. */
import { join } from 'node:path'
import { connectMcp } from './mcp-client.js'
import { type ToolSet, type Tools, until } from './tools.js'

export const bin = join(import.meta.dirname, '../../..', 'bin/polytty')

/** States that claim that the program is done or waits. */
const CLAIMS = /^\S+ #\d+ (?:unchanged; )?(?:prompt|line-input|key-input|secret-input|done)\b/

export const polyttyMcp: ToolSet = {
  name: 'polytty, MCP',
  missing: () => null,
  async open(meter, folder) {
    const { call, close } = await connectMcp(meter, process.execPath, [bin, 'mcp', '--secrets', 'secrets'], folder)
    const seen = (text: string, expect: RegExp): string => {
      if (CLAIMS.test(text) && !expect.test(text)) meter.wrong++
      return text
    }
    const wait = (expect: RegExp) => () => call('act', { until: `/${expect.source}/` })
    const tools: Tools = {
      shell: async (command, expect) =>
        until(expect, seen(await call('run', { command }), expect), () => call('act', {})),
      start: async (command, expect) => until(expect, await call('open', { command }), wait(expect)),
      keys: async (keys, expect) => until(expect, seen(await call('act', { keys }), expect), wait(expect)),
      selected: async (shown) => /›([^‹]*)‹/.exec(shown)?.[1] ?? '',
      secret: async (expect) => until(expect, await call('act', { keys: '<secret:DEMO><Enter>' }), wait(expect)),
      click: async (name, _, expect) => until(expect, await call('act', { keys: `<Click "${name}">` }), wait(expect)),
    }
    return { ...tools, close }
  },
}
