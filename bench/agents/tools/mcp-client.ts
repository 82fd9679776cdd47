/** A published MCP client whose calls are counted. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { Meter } from './tools.js'

export interface Caller {
  call(name: string, args: Record<string, unknown>): Promise<string>
  /** The same, for what is no part of the task: whether it went well. */
  prepare(name: string, args: Record<string, unknown>): Promise<boolean>
  close(): Promise<void>
}

export async function connectMcp(
  meter: Meter,
  command: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<Caller> {
  const client = new Client({ name: 'bench', version: '1' })
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter((one): one is [string, string] => one[1] !== undefined),
  )
  await client.connect(
    new StdioClientTransport({ command, args: [...args], cwd, env: { ...inherited, ...env }, stderr: 'ignore' }),
  )
  const { tools } = await client.listTools()
  meter.define(JSON.stringify(tools))
  return {
    async call(name, given) {
      // An error is what the model reads then.
      const result = await client.callTool({ name, arguments: given }).catch((error: Error) => ({
        content: [{ text: error.message }],
        structuredContent: undefined,
      }))
      const { content, structuredContent } = result as { content: { text?: string }[]; structuredContent?: unknown }
      const text = content.map((one) => one.text ?? '').join('\n')
      // Hosts give a model both.
      return meter.count(
        JSON.stringify({ name, arguments: given }),
        structuredContent ? text + JSON.stringify(structuredContent) : text,
      )
    },
    prepare: (name, given) =>
      client.callTool({ name, arguments: given }).then(
        () => true,
        () => false,
      ),
    close: () => client.close(),
  }
}
