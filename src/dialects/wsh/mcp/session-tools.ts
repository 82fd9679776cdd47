/** Tools about sessions: made and ended, typed into, looked at, waited for. */
import { z } from 'zod'
import { tool } from './tool.js'

const session = z.string().describe('Name of the session.')
const format = z
  .enum(['plain', 'styled'])
  .default('plain')
  .describe('Lines as text, or as spans with colours and styles.')
const quiet = {
  timeout_ms: z.number().int().min(0).default(2000).describe('How long nothing may happen.'),
  max_wait_ms: z.number().int().min(0).default(30_000).describe('When to give up; at most 300000.'),
}

const createSession = tool({
  name: 'wsh_create_session',
  description: 'Start a shell, or a command, in a terminal session of its own.',
  params: z.object({
    name: z.string().optional().describe('"0", "1", … if absent.'),
    command: z.string().optional().describe("The user's shell if absent."),
    rows: z.number().int().min(1).max(1000).optional(),
    cols: z.number().int().min(1).max(1000).optional(),
    cwd: z.string().optional(),
    env: z.record(z.string(), z.string()).optional().describe('Added to the environment.'),
    tags: z.array(z.string()).optional(),
  }),
  run: (ask, params) => ask('create_session', params),
})

const listSessions = tool({
  name: 'wsh_list_sessions',
  description: 'The sessions there are, or one of them.',
  params: z.object({
    session: session.optional(),
    tag: z.string().optional().describe('Only those with one of these tags, comma-separated.'),
  }),
  readOnly: true,
  run: async (ask, { session, tag }) => ({
    sessions: session === undefined ? await ask('list_sessions', { tag }) : [await ask('get_session', { session })],
  }),
})

const manageSession = tool({
  name: 'wsh_manage_session',
  description: 'End a session, rename it, or send away the terminals that are attached to it.',
  params: z.object({
    session,
    action: z.enum(['kill', 'rename', 'detach']),
    new_name: z.string().optional().describe('For rename.'),
  }),
  destructive: true,
  run: (ask, { session: name, action, new_name }) => ask(`${action}_session`, { name, new_name }),
})

const sendInput = tool({
  name: 'wsh_send_input',
  description: 'Type into a session. Enter is "\\n", Ctrl+C "\\u0003", Escape "\\u001b".',
  params: z.object({
    session,
    input: z.string(),
    encoding: z.enum(['utf8', 'base64']).default('utf8').describe('How `input` is written.'),
  }),
  run: (ask, { session, input, encoding }) => ask('send_input', { session, data: input, encoding }),
})

const getScreen = tool({
  name: 'wsh_get_screen',
  description: 'What is on the screen of a session now, and where the cursor is.',
  params: z.object({ session, format, composed: z.boolean().default(false).describe('With overlays and panels.') }),
  readOnly: true,
  run: (ask, params) => ask('get_screen', params),
})

const getScrollback = tool({
  name: 'wsh_get_scrollback',
  description: 'The history of a session and its screen, oldest line first.',
  params: z.object({
    session,
    format,
    offset: z.number().int().min(0).default(0).describe('First line, from the top.'),
    limit: z.number().int().min(0).default(100).describe('How many lines, at most 10000.'),
  }),
  readOnly: true,
  run: (ask, params) => ask('get_scrollback', params),
})

const awaitQuiesce = tool({
  name: 'wsh_await_quiesce',
  description: 'Wait until nothing has happened in a session for a while; answers with its screen.',
  params: z.object({
    session,
    ...quiet,
    format,
    last_generation: z
      .number()
      .int()
      .optional()
      .describe('From an earlier answer: wait until something new has happened first.'),
    fresh: z.boolean().default(false).describe('Count the silence from now on.'),
  }),
  readOnly: true,
  run: (ask, params) => ask('await_quiesce', params),
})

const runCommand = tool({
  name: 'wsh_run_command',
  description: 'Type a command and Enter, wait until the output has come to rest, and answer with the screen.',
  params: z.object({ session, input: z.string(), ...quiet, format }),
  run: async (ask, { session, input, ...wait }) => {
    await ask('send_input', { session, data: input.endsWith('\n') ? input : `${input}\n` })
    // Typing counts as something that happened: the silence is that after it.
    return ask('await_quiesce', { session, ...wait })
  },
})

export const sessionTools = [
  createSession,
  listSessions,
  manageSession,
  sendInput,
  getScreen,
  getScrollback,
  awaitQuiesce,
  runCommand,
]
