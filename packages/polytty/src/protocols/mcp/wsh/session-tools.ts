/** Tools about sessions: made and ended, typed into, looked at, waited for. */

import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import { DEFAULT_WAIT_MS, MAX_CELLS } from '../../../base/limits.js'
import { refuse } from '../../wsh/errors.js'
import { type Ask, Shortfall, tool } from './tool.js'

const session = z.string().describe('Name of the session.')
const format = z
  .enum(['plain', 'styled'])
  .default('styled')
  .describe('Lines as text, or as spans with colours and styles.')
const quiet = {
  timeout_ms: z.number().int().min(0).default(2000).describe('How long nothing may happen.'),
  max_wait_ms: z.number().int().min(0).default(DEFAULT_WAIT_MS).describe('When to give up; at most 300000.'),
}

const createSession = tool({
  name: 'wsh_create_session',
  description: 'Start a shell, or a command, in a terminal session of its own.',
  params: z.object({
    name: z.string().optional().describe('"0", "1", … if absent.'),
    command: z.string().optional().describe("The user's shell if absent."),
    rows: z.number().int().min(1).max(MAX_CELLS).optional(),
    cols: z.number().int().min(1).max(MAX_CELLS).optional(),
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
    tag: z
      .union([z.array(z.string()), z.string()])
      .optional()
      .describe('Only those with one of these tags.'),
  }),
  readOnly: true,
  run: (ask, { session, tag }) =>
    session === undefined ? ask('list_sessions', { tag }) : ask('get_session', { session }),
})

const listServers = tool({
  name: 'wsh_list_servers',
  description: 'The name of this server, and the others that it knows: none.',
  params: z.object({}),
  readOnly: true,
  run: async (ask) => {
    const { hostname } = await ask<{ hostname: string }>('get_server_info', {})
    return { local_hostname: hostname, servers: [] }
  },
})

const manageSession = tool({
  name: 'wsh_manage_session',
  description: 'End a session, rename it, tag it, or send away the terminals that are attached to it.',
  params: z.object({
    session,
    action: z.enum(['kill', 'rename', 'detach', 'add_tags', 'remove_tags']),
    new_name: z.string().optional().describe('For rename.'),
    tags: z.array(z.string()).default([]).describe('For add_tags and remove_tags.'),
  }),
  destructive: true,
  run: async (ask, { session, action, new_name, tags }) => {
    switch (action) {
      case 'kill':
        await ask('kill_session', { name: session })
        return { status: 'killed', session }
      case 'detach':
        await ask('detach_session', { name: session })
        return { status: 'detached', session }
      case 'rename':
        if (new_name === undefined) throw refuse('invalid_request', 'new_name is required for rename')
        await ask('rename_session', { name: session, new_name })
        return { status: 'renamed', old_name: session, new_name }
      default:
        if (tags.length === 0) throw refuse('invalid_request', `tags is required for ${action}`)
        return { status: changed[action], session, ...(await retag(ask, session, action, tags)) }
    }
  },
})

const changed = { add_tags: 'tags_added', remove_tags: 'tags_removed' } as const

function retag(ask: Ask, session: string, action: keyof typeof changed, tags: readonly string[]): Promise<object> {
  return ask('update_tags', { session, [action === 'add_tags' ? 'add' : 'remove']: tags })
}

const sendInput = tool({
  name: 'wsh_send_input',
  description: 'Type into a session. Enter is "\\n", Ctrl+C "\\u0003", Escape "\\u001b".',
  params: z.object({
    session,
    input: z.string(),
    encoding: z.enum(['utf8', 'base64']).default('utf8').describe('How `input` is written.'),
  }),
  run: async (ask, { session, input, encoding }) => {
    await ask('send_input', { session, data: input, encoding })
    return { status: 'sent', bytes: Buffer.byteLength(input, encoding) }
  },
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

const silence = z.object({
  session,
  ...quiet,
  last_generation: z
    .number()
    .int()
    .optional()
    .describe('From an earlier answer: wait until something new has happened first.'),
  fresh: z.boolean().default(false).describe('Count the silence from now on.'),
})

interface Silence {
  readonly screen: object
  readonly scrollback_lines: number
  readonly generation: number
}

const awaitIdle = tool({
  name: 'wsh_await_idle',
  description: 'Wait until nothing has happened in a session for a while; look at it with wsh_get_screen then.',
  params: silence,
  readOnly: true,
  run: async (ask, { session, ...wait }) => {
    const found = await untilSilent(ask, session, wait)
    return found ? { status: 'idle', generation: found.generation } : tooLong(wait)
  },
})

const awaitQuiesce = tool({
  name: 'wsh_await_quiesce',
  description: 'The same under its older name; answers with the screen.',
  params: silence.extend({ format }),
  readOnly: true,
  run: async (ask, { session, ...wait }) => {
    const found = await untilSilent(ask, session, wait)
    return found ? { status: 'quiescent', ...found } : tooLong(wait)
  },
})

const runCommand = tool({
  name: 'wsh_run_command',
  description:
    'Type into a session, wait until the output has come to rest, and answer with the screen. The input is typed as it ' +
    'is: end a command with "\\n".',
  params: z.object({ session, input: z.string(), ...quiet, format }),
  run: async (ask, { session, input, format, ...wait }) => {
    await ask('send_input', { session, data: input })
    // Typing counts as something that happened: the silence is that after it.
    const found = await untilSilent(ask, session, { ...wait, format })
    if (found) return { screen: found.screen, generation: found.generation }
    return tooLong({ screen: await ask('get_screen', { session, format }) })
  },
})

/** Null when it did not fall silent in time. */
async function untilSilent(ask: Ask, session: string, wait: object): Promise<Silence | null> {
  try {
    return await ask<Silence>('await_idle', { session, ...wait })
  } catch (error) {
    if (error instanceof CoreError && error.code === 'wait-timeout') return null
    throw error
  }
}

function tooLong(more: object): Shortfall {
  return new Shortfall({ error: 'idle timeout exceeded max_wait_ms', ...more })
}

export const sessionTools = [
  createSession,
  listSessions,
  listServers,
  manageSession,
  sendInput,
  getScreen,
  getScrollback,
  awaitIdle,
  awaitQuiesce,
  runCommand,
]
