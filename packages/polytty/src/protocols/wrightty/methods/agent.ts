/** What the document has no words for: sessions as agents use them, answered in few words. What MCP's tools do, for commands. */
import { z } from 'zod'
import { type Answer, type Caller, giveBack } from '../../../agent/index.js'
import type { Call } from '../../define.js'
import { surroundings } from '../../hello.js'
import { method } from '../context.js'
import { empty, sessionId } from '../params.js'

const answer = z.object({
  text: z.string().describe('A head line, and what there is to see.'),
  isError: z.boolean(),
  exitCode: z.number().int().nullable().describe('Of a command that has ended.'),
  missed: z.boolean().describe('What was waited for did not come.'),
})

const session = z.string().optional().describe('Name, id or beginning of the id; the only one that runs if absent.')
const timeout = z.number().optional().describe('In seconds.')
const until = z.string().optional().describe('ready, exit, change, /regex/, a text, or gone: and a text.')

/** Commands come and go: what they have seen is not remembered. */
function callerOf({ signal }: Call, given?: Caller['surroundings']): Caller {
  return { name: 'command', seen: null, abort: signal, surroundings: given }
}

function encode({ text, isError = false, exitCode, missed = false }: Answer): z.input<typeof answer> {
  return { text, isError, exitCode: exitCode ?? null, missed }
}

const deviation = 'An addition.'

const act = method({
  name: 'Agent.act',
  summary: 'Type keys and text, wait for the answer, and say which rows changed.',
  params: z.object({
    session,
    keys: z
      .string()
      .optional()
      .describe('Typed as they are; <Enter>, <C-c>, <Click "OK">, <secret:NAME> …; <lt> is <.'),
    text: z.string().optional().describe('Pasted before the keys.'),
    until,
    timeout,
    see: z.enum(['changes', 'screen', 'none']).optional(),
  }),
  result: answer,
  deviation,
  examples: [{ params: { session: '$session', keys: 'x' }, result: { text: '$any', isError: false } }],
  handler: async ({ core }, params, call) => encode(await core.agents.act(params, callerOf(call))),
})

const run = method({
  name: 'Agent.run',
  summary: 'Run a command in a shell to its end: its exit code, and its output within about `max` tokens.',
  params: z.object({
    command: z.string(),
    session,
    timeout,
    max: z.number().int().min(20).optional(),
    surroundings: z.object(surroundings).optional().describe('What a shell inherits that is started for it.'),
  }),
  result: answer,
  deviation,
  examples: [],
  handler: async ({ core }, { surroundings: given, ...params }, call) =>
    encode(await core.agents.run(params, callerOf(call, given))),
})

const look = method({
  name: 'Agent.look',
  summary: 'The screen in few words, its elements, lines of its history, or its colours.',
  params: z.object({
    session,
    at: z.enum(['screen', 'outline', 'history', 'styles']).optional(),
    find: z.string().optional().describe('Text or /regex/, in the screen and the history.'),
    lines: z.string().optional().describe('Lines of the history: 10-20.'),
  }),
  result: answer,
  deviation,
  examples: [{ params: { session: '$session' }, result: { text: '$any', isError: false } }],
  handler: async ({ core }, params, call) => encode(await core.agents.look(params, callerOf(call))),
})

const back = method({
  name: 'Agent.giveBack',
  summary: 'Give a session back to the agent that handed it over; nothing where it was not.',
  params: z.object({ sessionId }),
  result: empty,
  errors: ['session-not-found'],
  deviation,
  examples: [{ params: { sessionId: '$session' }, result: {} }],
  handler: async (client, { sessionId }) => {
    await giveBack(await client.session(sessionId))
    return {}
  },
})

const pending = method({
  name: 'Agent.listPending',
  summary: 'Inputs that wait until someone agrees to them.',
  params: z.object({}),
  result: z.object({ pending: z.array(z.object({ id: z.string(), session: z.string(), input: z.string() })) }),
  deviation,
  examples: [{ params: {}, result: { pending: [] } }],
  handler: ({ core }) => ({ pending: [...core.agents.approvals.pending] }),
})

const decide = method({
  name: 'Agent.decide',
  summary: 'Agree to an input that waits, or refuse it.',
  params: z.object({ id: z.string(), decision: z.enum(['approved', 'denied']) }),
  result: empty,
  errors: ['not-found'],
  deviation,
  examples: [],
  handler: ({ core }, { id, decision }) => {
    core.agents.approvals.decide(id, decision)
    return {}
  },
})

export const agentMethods = [act, run, look, back, pending, decide]
