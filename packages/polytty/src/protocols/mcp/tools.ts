/** The five tools: their words for models, and which call each is. Every word of them is sent to the model at each turn. */
import type { Tool as Definition } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Agents, Answer, Caller } from '../../agent/index.js'
import { checkParams } from '../define.js'

const session = z.string().optional().describe('Default: last used')
const timeout = z.number().optional().describe('Seconds')
const until = z.string().optional().describe('ready (default) | exit | change | /regex/ | text | gone:text')

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
    description: 'Start a program (default: a shell) in a terminal session; returns its screen.',
    params: z.strictObject({
      command: z.union([z.string(), z.array(z.string())]).optional(),
      name: z.string().optional(),
      cwd: z.string().optional(),
      env: z.record(z.string(), z.string()).optional(),
      size: z.string().optional().describe('COLSxROWS, 100x30'),
      until,
      timeout,
    }),
    call: (agents, params, caller) => agents.open(params, caller),
  }),
  tool({
    name: 'run',
    description:
      'Run a shell command to its end: exit code and output. If it still runs or asks something, its state and screen; go on with act.',
    params: z.strictObject({
      command: z.string(),
      session,
      timeout,
      max: z.number().optional().describe('Output tokens, 1500'),
    }),
    call: (agents, params, caller) => agents.run(params, caller),
  }),
  tool({
    name: 'act',
    description:
      'Type, wait for the answer, return the rows that changed ("ROW: text"; +n lines scrolled by unseen; ›selected‹; ▏cursor). Without keys: just wait. One call can hold many keys.',
    params: z.strictObject({
      session,
      keys: z
        .string()
        .optional()
        .describe(
          'Typed as is; <Enter> <Esc> <Tab> <C-c> <Up> <F5> <Click "OK"> <Click ROW,COL> <secret:NAME>; <lt> is <',
        ),
      text: z.string().optional().describe('Pasted literally, before keys'),
      until,
      timeout,
      see: z.enum(['changes', 'screen', 'none']).optional(),
    }),
    call: (agents, params, caller) => agents.act(params, caller),
  }),
  tool({
    name: 'look',
    description: 'Look without typing: screen, outline (menus, buttons, fields with places), history, styles, image.',
    params: z.strictObject({
      session,
      at: z.enum(['screen', 'outline', 'history', 'styles', 'image']).optional(),
      find: z.string().optional().describe('Text or /regex/ in screen and history'),
      lines: z.string().optional().describe('History lines, 10-20'),
      since: z.number().optional().describe('Only changes since this #revision'),
    }),
    call: (agents, params, caller) => agents.look(params, caller),
  }),
  tool({
    name: 'sessions',
    description: 'List sessions or manage one. handoff lets a person take over and waits until it is given back.',
    params: z.strictObject({
      do: z.enum(['list', 'close', 'signal', 'resize', 'handoff']).optional(),
      session,
      value: z.string().optional().describe('Signal name, or COLSxROWS'),
    }),
    call: (agents, params, caller) => agents.manage(params, caller),
  }),
]

/** How the tools are described to clients. */
export const definitions: Definition[] = tools.map(({ name, description, params }) => {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(params, { io: 'input' })
  return { name, description, inputSchema: inputSchema as Definition['inputSchema'] }
})
