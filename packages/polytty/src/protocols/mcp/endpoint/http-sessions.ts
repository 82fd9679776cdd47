/**
 * MCP over HTTP: clients of the older revisions have a session each, with a server of its own and what they have seen;
 * each request of the newer ones stands alone. Sessions are bounded, and end an hour after their last request.
 */
import { randomUUID } from 'node:crypto'
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Disposable } from '../../../base/disposable.js'
import type { Core } from '../../core.js'
import { createMcpServer } from '../server.js'

const IDLE_MS = 3_600_000
const MAX_SESSIONS = 256
const SESSION_HEADER = 'mcp-session-id'

interface HttpSession {
  readonly id: string
  readonly transport: WebStandardStreamableHTTPServerTransport
  idle: Disposable
}

export class HttpSessions implements Disposable {
  private readonly sessions = new Map<string, HttpSession>()
  private readonly modern: McpHttpHandler

  constructor(private readonly core: Core) {
    this.modern = createMcpHandler(() => createMcpServer(core, { name: 'http', seen: null }), { legacy: 'reject' })
  }

  get size(): number {
    return this.sessions.size
  }

  async answer(request: Request, parsedBody: unknown): Promise<Response> {
    if (!(await isLegacyRequest(request, parsedBody))) return this.modern.fetch(request, { parsedBody })
    const id = request.headers.get(SESSION_HEADER)
    const known = id === null ? null : (this.sessions.get(id) ?? null)
    if (id !== null && !known) return refusal(404, 'no such session: initialize again')
    const session = known ?? (await this.begin())
    this.touch(session)
    const response = await session.transport.handleRequest(request, { parsedBody })
    // What was no initialize has begun no session.
    if (!known && !this.sessions.has(session.id)) this.forget(session)
    return response
  }

  dispose(): void {
    for (const { id } of this.sessions.values()) this.end(id)
    void this.modern.close()
  }

  private async begin(): Promise<HttpSession> {
    const { core } = this
    const id = randomUUID()
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessioninitialized: () => this.keep(session),
      onsessionclosed: () => this.end(id),
    })
    const session: HttpSession = { id, transport, idle: { dispose: () => {} } }
    await createMcpServer(core, { name: `http ${id.slice(0, 8)}`, seen: core.agents.memory.of(id) }).connect(transport)
    return session
  }

  private keep(session: HttpSession): void {
    const [oldest] = this.sessions.keys()
    if (this.sessions.size >= MAX_SESSIONS) this.end(oldest!)
    this.sessions.set(session.id, session)
  }

  /** The one used last comes last, so that the first is the one to end. */
  private touch(session: HttpSession): void {
    session.idle.dispose()
    session.idle = this.core.clock.after(IDLE_MS, () => this.end(session.id))
    if (this.sessions.delete(session.id)) this.sessions.set(session.id, session)
  }

  private end(id: string): void {
    const session = this.sessions.get(id)
    this.sessions.delete(id)
    if (session) this.forget(session)
  }

  private forget({ id, idle, transport }: HttpSession): void {
    this.core.agents.memory.drop(id)
    idle.dispose()
    void transport.close()
  }
}

function refusal(status: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32001, message } }, { status })
}
