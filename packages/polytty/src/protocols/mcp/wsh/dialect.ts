/**
 * The sessions as tools for models: the Model Context Protocol over JSON-RPC, each tool a call or two of wsh's own
 * methods. Keeps nothing between requests, so any of them may come over a connection of its own.
 */
import { z } from 'zod'
import { CoreError, coreErrorCodes } from '../../../base/core-error.js'
import { errorBody, parseJsonRpc, resultBody } from '../../../wire/json-rpc.js'
import { type Call, checkParams, methodsFor } from '../../define.js'
import type { Dialect } from '../../dispatcher.js'
import { type WshClient, wshHttp } from '../../wsh/dialect.js'
import { elementTools } from './element-tools.js'
import { getPrompt, listPrompts } from './prompts.js'
import { listResources, readResource, resourceTemplates } from './resources.js'
import { sessionTools } from './session-tools.js'
import { type Ask, Shortfall, type Tool } from './tool.js'

/** Versions of the protocol that are spoken, the newest first. */
export const mcpVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

const INSTRUCTIONS =
  'Terminal sessions with real programs in them. Make one with wsh_create_session, run commands in it with ' +
  'wsh_run_command, and look at it with wsh_get_screen. For full-screen programs type with wsh_send_input and wait ' +
  'with wsh_await_idle. End what you made with wsh_manage_session.'

/** Mistakes of the client are reported as such, everything else as a failure of the server. */
const codes: Partial<Record<CoreError['code'], number>> = {
  'parse-error': -32700,
  'invalid-request': -32600,
  'unknown-method': -32601,
  'invalid-params': -32602,
  'not-found': -32602,
  'session-not-found': -32602,
  'session-exists': -32602,
  conflict: -32602,
}
const RESOURCE_NOT_FOUND = -32002

/** The codes by the core's names, for reference pages. */
export const mcpErrors = Object.fromEntries(coreErrorCodes.map((name) => [name, { code: codes[name] ?? -32603 }]))

const anything = { params: z.looseObject({}), result: z.looseObject({}), examples: [] }

const method = methodsFor<WshClient>()
const wshMethods = new Map(wshHttp.methods.map((one) => [one.name, one]))
const tools = new Map([...sessionTools, ...elementTools].map((tool) => [tool.name, tool]))

function asking(client: WshClient, call: Call): Ask {
  return async <T>(name: string, params: object) => (await wshMethods.get(name)!.invoke(client, params, call)) as T
}

export const mcp: Dialect<WshClient> = {
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
        capabilities: { tools: {}, resources: {}, prompts: {} },
        serverInfo: { name: 'wsh', title: 'polytty terminal sessions', version: core.version },
        instructions: INSTRUCTIONS,
      }),
    }),
    method({
      name: 'ping',
      summary: 'Report that the server is alive.',
      ...anything,
      handler: () => ({}),
    }),
    method({
      name: 'tools/list',
      summary: 'The tools there are.',
      ...anything,
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
        if (!tool) throw new CoreError('invalid-params', `unknown tool: ${name}`)
        client.requireLocal(params?.server)
        return use(tool, asking(client, call), params)
      },
    }),
    method({
      name: 'resources/list',
      summary: 'The sessions, as what can be read of them.',
      ...anything,
      handler: async (client, _, call) => ({ resources: await listResources(asking(client, call)) }),
    }),
    method({
      name: 'resources/templates/list',
      summary: 'How the addresses of resources are made.',
      ...anything,
      handler: () => ({ resourceTemplates }),
    }),
    method({
      name: 'resources/read',
      summary: 'Read a resource.',
      ...anything,
      params: z.looseObject({ uri: z.string() }),
      handler: async (client, { uri }, call) => ({ contents: [await readResource(asking(client, call), uri)] }),
    }),
    method({
      name: 'prompts/list',
      summary: 'The prompts there are.',
      ...anything,
      handler: () => ({ prompts: listPrompts() }),
    }),
    method({
      name: 'prompts/get',
      summary: 'The text of a prompt.',
      ...anything,
      params: z.looseObject({ name: z.string() }),
      handler: (_, { name }) => ({ ...getPrompt(name) }),
    }),
  ],
  events: [],
  order: 'concurrent',
  parse: parseJsonRpc,
  result: ({ id }, value) => resultBody(id ?? null, value),
  around: (client, method) => (method === 'tools/call' ? client.holdLifecycle() : null),
  error: (id, error, _, method) => errorBody(id, { code: codeOf(error, method), message: clause(error.message) }),
}

function codeOf({ code }: CoreError, method: string | undefined): number {
  const isMissing = code === 'not-found' || code === 'session-not-found'
  return method === 'resources/read' && isMissing ? RESOURCE_NOT_FOUND : (codes[code] ?? -32603)
}

/** A message as a part of a sentence, which is how messages look on this wire. */
function clause(message: string): string {
  return message.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()).replace(/\.$/, '')
}

function describe({ name, description, params, readOnly, destructive }: Tool): object {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' })
  const annotations = { readOnlyHint: readOnly, destructiveHint: destructive, openWorldHint: false }
  return { name, description, inputSchema, annotations }
}

async function use(tool: Tool, ask: Ask, params: unknown): Promise<Record<string, unknown>> {
  const outcome = (await tool.run(ask, checkParams(tool.params, params))) as object
  const isError = outcome instanceof Shortfall
  const value = isError ? outcome.body : outcome
  return {
    content: [{ type: 'text', text: JSON.stringify(value) }],
    ...(!Array.isArray(value) && { structuredContent: value }),
    ...(isError && { isError }),
  }
}
