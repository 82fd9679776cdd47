/** `wrightty mcp`: the tools of the wrightty package's MCP server on standard input and output, for configurations of it. */
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'
import { version } from '../../../base/package.js'
import { tools } from './mcp-tools.js'
import { type TargetFlags, withSession } from './target.js'

export async function mcp(flags: TargetFlags): Promise<void> {
  await withSession(flags, async (target) => {
    const server = new Server({ name: 'wrightty', version }, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/list', () => ({
      tools: tools.map(({ name, description, params }) => ({
        name,
        description,
        inputSchema: z.toJSONSchema(params, { io: 'input' }) as { type: 'object' },
      })),
    }))
    server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = tools.find(({ name }) => name === params.name)
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `unknown tool ${params.name}`)
      try {
        return { content: [{ type: 'text' as const, text: await tool.call(target, params.arguments) }] }
      } catch (error) {
        const text = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
        return { content: [{ type: 'text' as const, text: `error: ${text}` }], isError: true }
      }
    })
    const closed = new Promise<void>((resolve) => {
      server.onclose = resolve
      process.stdin.on('end', resolve)
    })
    await server.connect(new StdioServerTransport())
    await closed
  })
}
