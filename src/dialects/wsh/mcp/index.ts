/**
 * The sessions as tools for models: the Model Context Protocol over JSON-RPC, each tool a call or two of wsh's own
 * methods. Keeps nothing between requests, so any of them may come over a connection of its own.
 */
import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import { errorBody, parseJsonRpc, resultBody } from '../../../wire/json-rpc.js'
import { type Call, checkParams, type Method, methodsFor } from '../../define.js'
import type { Dialect } from '../../dispatch.js'
import type { WshClient } from '../context.js'
import { encodeError } from '../errors.js'
import { elementTools } from './element-tools.js'
import { sessionTools } from './session-tools.js'
import type { Ask, Tool } from './tool.js'

/** Versions of the protocol that are spoken, the newest first. */
export const mcpVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

const INSTRUCTIONS =
  'Terminal sessions with real programs in them. Make one with wsh_create_session, run commands in it with ' +
  'wsh_run_command, and look at it with wsh_get_screen. For full-screen programs type with wsh_send_input and wait ' +
  'with wsh_await_quiesce. End what you made with wsh_manage_session.'

const codes: Partial<Record<CoreError['code'], number>> = {
  'parse-error': -32700,
  'invalid-request': -32600,
  'unknown-method': -32601,
  'invalid-params': -32602,
}

/** The protocol with the methods that its tools call. */
export function mcpDialect(wshMethods: readonly Method<WshClient>[]): Dialect<WshClient> {
  const method = methodsFor<WshClient>()
  const byName = new Map(wshMethods.map((one) => [one.name, one]))
  const tools = new Map([...sessionTools, ...elementTools].map((tool) => [tool.name, tool]))
  const asking =
    (client: WshClient, call: Call): Ask =>
    async <T>(name: string, params: object) =>
      (await byName.get(name)!.invoke(client, params, call)) as T
  return {
    name: 'mcp',
    methods: [
      method({
        name: 'initialize',
        summary: 'Agree on a version of the protocol.',
        params: z.looseObject({ protocolVersion: z.string() }),
        result: z.looseObject({}),
        examples: [],
        handler: ({ core }, { protocolVersion }) => ({
          protocolVersion: mcpVersions.includes(protocolVersion) ? protocolVersion : mcpVersions[0],
          capabilities: { tools: {} },
          serverInfo: { name: 'polytty', title: 'polytty terminal sessions', version: core.version },
          instructions: INSTRUCTIONS,
        }),
      }),
      method({
        name: 'ping',
        summary: 'Say that the server lives.',
        params: z.looseObject({}),
        result: z.object({}),
        examples: [],
        handler: () => ({}),
      }),
      method({
        name: 'tools/list',
        summary: 'The tools there are.',
        params: z.looseObject({}),
        result: z.looseObject({}),
        examples: [],
        handler: () => ({ tools: [...tools.values()].map(describe) }),
      }),
      method({
        name: 'tools/call',
        summary: 'Use a tool.',
        params: z.looseObject({ name: z.string(), arguments: z.looseObject({}).nullish() }),
        result: z.looseObject({}),
        examples: [],
        handler: (client, { name, arguments: params }, call) => {
          const tool = tools.get(name)
          if (!tool) throw new CoreError('invalid-params', `Unknown tool: ${name}`)
          return use(tool, asking(client, call), params)
        },
      }),
    ],
    events: [],
    order: 'concurrent',
    parse: parseJsonRpc,
    result: ({ id }, value) => resultBody(id ?? null, value),
    error: (id, { code, message }) => errorBody(id, { code: codes[code] ?? -32603, message }),
  }
}

function describe({ name, description, params, readOnly, destructive }: Tool): object {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' })
  const annotations = { readOnlyHint: readOnly, destructiveHint: destructive, openWorldHint: false }
  return { name, description, inputSchema, annotations }
}

/** What went wrong is the tool's result too, so that a model can read it and do better. */
async function use(tool: Tool, ask: Ask, params: unknown): Promise<Record<string, unknown>> {
  try {
    const result = (await tool.run(ask, checkParams(tool.params, params))) as object
    return { content: [text(JSON.stringify(result))], structuredContent: result }
  } catch (error) {
    if (!(error instanceof CoreError)) throw error
    const { code, message } = encodeError(error)
    return { content: [text(`${code}: ${message}`)], isError: true }
  }
}

function text(value: string): object {
  return { type: 'text', text: value }
}
