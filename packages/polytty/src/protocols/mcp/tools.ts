/** The five tools: their words for models, and which call each is. Every word of them is sent to the model at each turn. */
import type { Tool as Definition } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Agents, Answer, Caller } from '../../agent/index.js'
import { checkParams } from '../define.js'

const session = z.string().optional()
const timeout = z.number().optional()
const until = z.string().optional()

interface Tool {
  readonly name: string
  readonly description: string
  readonly params: z.ZodType
  call(agents: Agents, params: unknown, caller: Caller): Promise<Answer>
}

/** A tool with its types folded away. */
function tool<P extends z.ZodType>(spec: {
  readonly name: string
  readonly description: string
  readonly params: P
  call(agents: Agents, params: z.output<P>, caller: Caller): Promise<Answer>
}): Tool {
  return { ...spec, call: (agents, params, caller) => spec.call(agents, checkParams(spec.params, params), caller) }
}

export const tools: readonly Tool[] = [
  tool({
    name: 'open',
    description: 'Start a program (default: a shell) in a terminal; shows its screen.',
    params: z.strictObject({
      command: z.union([z.string(), z.array(z.string())]).optional(),
      name: z.string().optional(),
      cwd: z.string().optional(),
      env: z.record(z.string(), z.string()).optional(),
      size: z.string().optional().describe('100x30'),
      until: until.describe('As in act'),
      timeout,
    }),
    call: (agents, params, caller) => agents.open(params, caller),
  }),
  tool({
    name: 'run',
    description:
      'Run a shell command to its end: exit code, output. If it runs on or asks: state, screen; go on with act.',
    params: z.strictObject({
      command: z.string(),
      session: session.describe('Default: last used'),
      timeout: timeout.describe('Seconds'),
      max: z.number().optional().describe('Output tokens'),
    }),
    call: (agents, params, caller) => agents.run(params, caller),
  }),
  tool({
    name: 'act',
    description:
      'Type, wait for the answer, show changed rows ("ROW: text", +n unseen, ›selected‹, ▏cursor). No keys: wait. Many keys fit one call.',
    params: z.strictObject({
      session,
      keys: z
        .string()
        .optional()
        .describe('Typed as is; <Enter> <Esc> <C-c> <Up> <F5> <Click "OK"> <Click ROW,COL> <secret:NAME>; <lt> is <'),
      text: z.string().optional().describe('Pasted before keys'),
      until: until.describe('ready (default), exit, change, /regex/, text, gone:text'),
      timeout,
      see: z.enum(['changes', 'screen', 'none']).optional(),
    }),
    call: (agents, params, caller) => agents.act(params, caller),
  }),
  tool({
    name: 'look',
    description: 'Look without typing. outline: menus, buttons, fields.',
    params: z.strictObject({
      session,
      at: z.enum(['screen', 'outline', 'history', 'styles', 'image']).optional(),
      find: z.string().optional().describe('Text or /regex/, also in history'),
      lines: z.string().optional().describe('10-20'),
      since: z.number().optional().describe('#revision'),
    }),
    call: (agents, params, caller) => agents.look(params, caller),
  }),
  tool({
    name: 'sessions',
    description: 'handoff: a person takes over; waits until given back.',
    params: z.strictObject({
      do: z.enum(['list', 'close', 'signal', 'resize', 'handoff']).optional(),
      session,
      value: z.string().optional().describe('Signal or size'),
    }),
    call: (agents, params, caller) => agents.manage(params, caller),
  }),
]

/** How the tools are described to clients. */
export const definitions: Definition[] = tools.map(({ name, description, params }) => {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(params, { io: 'input', override: shorten })
  return { name, description, inputSchema: inputSchema as Definition['inputSchema'] }
})

/** Leaves out what a model need not read: unknown params are refused all the same, and a command may also be a list. */
function shorten({ jsonSchema: schema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  delete schema.additionalProperties
  delete schema.propertyNames
  const [first] = schema.anyOf ?? []
  delete schema.anyOf
  if (first) Object.assign(schema, first)
}
