/** One client's MCP server: the tools and resources, on whatever carries its messages. */
import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server'
import type { Answer, Caller } from '../../agent/index.js'
import type { Clock } from '../../base/clock.js'
import { CoreError } from '../../base/core-error.js'
import type { Disposable } from '../../base/disposable.js'
import { nextTurn } from '../../base/turns.js'
import type { SeenScreens } from '../../lean/index.js'
import type { Core } from '../core.js'
import { listResources, readResource, sessionOf, templates } from './resources.js'
import { ScreenNews } from './screen-news.js'
import { definitions, tools } from './tools.js'

export interface McpClient {
  readonly name: string
  readonly seen: SeenScreens | null
  /** Where the client stands: what programs it starts inherit. */
  readonly surroundings?: Caller['surroundings']
}

const PROGRESS_MS = 5000

export function createMcpServer(core: Core, client: McpClient): Server {
  const info = { name: 'polytty', title: 'polytty terminal sessions', version: core.version }
  const server = new Server(info, { capabilities: { tools: {}, resources: { subscribe: true } } })
  const news = new ScreenNews(core.sessions, core.clock, (uri) => {
    void server.sendResourceUpdated({ uri }).catch(() => {})
  })
  server.onclose = () => news.dispose()
  // While the model reads what there is.
  void nextTurn().then(() => core.agents.prepare())
  server.setRequestHandler('tools/list', () => ({ tools: definitions }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (!tool)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `unknown tool ${params.name}: ${tools.map(({ name }) => name).join(', ')}`,
      )
    const caller: Caller = { ...client, abort: context.mcpReq.signal }
    const progress = reportProgress(core.clock, context)
    try {
      return content(await tool.call(core.agents, params.arguments, caller))
    } catch (error) {
      // Params that make no sense are for the model to read, and to do better.
      if (error instanceof CoreError) return content({ text: `error: ${error.message}`, isError: true })
      throw error
    } finally {
      progress.dispose()
    }
  })
  server.setRequestHandler('resources/list', () => ({ resources: listResources(core) }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: templates }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) =>
    orNotFound(async () => ({ contents: [{ uri, ...(await readResource(core, uri)) }] })),
  )
  server.setRequestHandler('resources/subscribe', ({ params: { uri } }) =>
    orNotFound(async () => {
      if (!news.add(uri, (await sessionOf(core, uri)).name))
        throw new CoreError('resource-limit', 'too many subscriptions: cancel some first')
      return {}
    }),
  )
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    news.remove(uri)
    return {}
  })
  return server
}

function content({ text, isError, image }: Answer) {
  const picture = image && {
    type: 'image' as const,
    data: Buffer.from(image).toString('base64'),
    mimeType: 'image/png',
  }
  return { content: [{ type: 'text' as const, text }, ...(picture ? [picture] : [])], ...(isError && { isError }) }
}

async function orNotFound<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof CoreError) throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message)
    throw error
  }
}

/** A sign of life every few seconds, for a client that asked to be kept informed. */
function reportProgress(clock: Clock, { mcpReq }: ServerContext): Disposable {
  const progressToken = mcpReq._meta?.progressToken
  let timer: Disposable | null = null
  let progress = 0
  const report = (): void => {
    progress += PROGRESS_MS / 1000
    const params = { progressToken: progressToken!, progress, message: `waiting for ${progress} s` }
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
    timer = clock.after(PROGRESS_MS, report)
  }
  if (progressToken !== undefined) timer = clock.after(PROGRESS_MS, report)
  return { dispose: () => timer?.dispose() }
}
