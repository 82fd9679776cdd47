/** Sessions: making, ending and listing them. */

import { z } from 'zod'
import { MAX_CELLS } from '../../../base/limits.js'
import { type ListedSession, Session } from '../../../session/index.js'
import { bridge, encodeBridge } from '../bridge-shape.js'
import { method } from '../context.js'
import { homeFolder } from '../home-folder.js'
import { cols, rows, sessionId } from '../params.js'

const sessionInfo = z.object({
  sessionId: z.string(),
  name: z.string(),
  title: z.string(),
  cwd: z.string().nullable(),
  cols: z.number().int(),
  rows: z.number().int(),
  pid: z.number().int().nullable(),
  running: z.boolean(),
  alternateScreen: z.boolean(),
  bridge: bridge.optional().describe('Whose pane it is; absent for a program of this server.'),
})

function describeSession(session: Session | ListedSession): z.input<typeof sessionInfo> {
  if (!(session instanceof Session)) {
    const { id: sessionId, name, title, program, cwd, cols, rows, pid, exit } = session
    const about = { sessionId, name, title: title || program.split('/').at(-1)!, cwd, cols, rows }
    return { ...about, pid: exit ? null : pid, running: exit === null, alternateScreen: false }
  }
  const { terminal } = session
  return {
    sessionId: session.id,
    name: session.name,
    title: session.title || session.program.split('/').at(-1)!,
    cwd: session.currentCwd,
    cols: terminal.cols,
    rows: terminal.rows,
    pid: session.exit ? null : session.pid,
    running: session.exit === null,
    alternateScreen: terminal.modes.alternateScreen,
    ...(session.bridge && { bridge: encodeBridge(session.bridge) }),
  }
}

const create = method({
  name: 'Session.create',
  summary: 'Spawn a program on a new terminal. The session takes input as soon as this returns.',
  params: z.object({
    shell: z.string().min(1).nullish().describe("Program to run; the user's shell if absent."),
    args: z.array(z.string()).nullish(),
    cols: cols.nullish().describe('80 if absent.'),
    rows: rows.nullish().describe('24 if absent.'),
    env: z
      .record(z.string(), z.string().nullable())
      .nullish()
      .describe("Merged onto the server's environment; null unsets a variable."),
    cwd: z.string().nullish().describe('The home folder if absent.'),
    name: z.string().nullish().describe('A name that any dialect can use for this session.'),
    isolate: z
      .boolean()
      .optional()
      .describe('Keep it in a host of its own, where the server has a host: what befalls other sessions spares it.'),
    place: z
      .object({
        node: z.string().min(1).max(64).optional(),
        pool: z.string().min(1).max(64).optional().describe("This server's own if absent."),
        labels: z.record(z.string(), z.string()).optional().describe('What the node must have.'),
      })
      .nullish()
      .describe('Where in the fleet to run it: a node, or the best of those that fit; this server if absent.'),
    terminal: z
      .object({
        scrollback: z.number().int().min(0).max(1_000_000).optional().describe('Lines of history; 10,000 if absent.'),
        allowChecksum: z.boolean().optional().describe('Answer DECRQCRA, with which a program reads the screen.'),
        allowClipboardRead: z.boolean().optional().describe('Answer OSC 52 queries with what was last set.'),
        cellWidth: z.number().int().min(1).max(1024).optional().describe('Pixels of a cell; 8 if absent.'),
        cellHeight: z.number().int().min(1).max(1024).optional().describe('16 if absent.'),
      })
      .nullish()
      .describe('What the terminal allows or assumes, for tests that need it.'),
  }),
  result: z.object({ sessionId: z.string() }),
  deviation: `\`name\`, \`isolate\`, \`place\` and \`terminal\` are additions. A terminal has 1 to ${MAX_CELLS} columns and rows.`,
  errors: ['spawn-failed', 'session-limit', 'session-exists', 'invalid-params'],
  examples: [
    { params: { shell: '/bin/sh', cols: 80, rows: 24 }, result: { sessionId: '$any' } },
    {
      about: 'a terminal whose screen the program may read back',
      params: { shell: '/bin/sh', terminal: { allowChecksum: true, scrollback: 100 } },
      result: { sessionId: '$any' },
    },
    { about: 'a program that does not exist', params: { shell: '/no/such/program' }, error: 1005 },
    { about: 'a folder that does not exist', params: { shell: '/bin/sh', cwd: '/no/such/folder' }, error: 1005 },
  ],
  handler: async (client, { shell, args, ...rest }) => {
    const { core } = client
    const session = await core.sessions.create({
      program: shell ?? core.shell,
      args: args ?? [],
      cols: rest.cols ?? 80,
      rows: rest.rows ?? 24,
      env: rest.env ?? {},
      isolate: rest.isolate,
      place: rest.place ?? undefined,
      cwd: rest.cwd ?? homeFolder(rest.env?.HOME),
      name: rest.name ?? undefined,
      scrollback: rest.terminal?.scrollback,
      terminal: rest.terminal ?? undefined,
      // Interactive shells report their prompts and commands, whoever chose them; others are left alone.
      shellIntegration: true,
    })
    client.noteCreation(session)
    return { sessionId: session.id }
  },
})

const destroy = method({
  name: 'Session.destroy',
  summary:
    'End the program and forget the session. SIGTERM first, SIGKILL after five seconds, unless a signal is given.',
  params: z.object({
    sessionId,
    signal: z
      .string()
      .regex(/^(SIG)?[A-Z]+[0-9]*$/, 'expected a signal name such as SIGTERM')
      .nullish(),
    graceMs: z.number().int().min(0).max(60_000).nullish().describe('How long before SIGKILL; 5000 if absent.'),
  }),
  result: z.object({ exitCode: z.number().int().nullable() }),
  errors: ['session-not-found', 'invalid-params'],
  examples: [{ params: { sessionId: '$session' }, result: { exitCode: '$any' } }],
  handler: async (client, { sessionId, signal, graceMs }) => {
    const session = await client.session(sessionId)
    const { code } = await session.kill({ signal: signal ?? undefined, graceMs: graceMs ?? undefined })
    await client.core.sessions.remove(session)
    return { exitCode: code }
  },
})

const list = method({
  name: 'Session.list',
  summary: 'The running sessions, whichever dialect made them.',
  params: z.object({
    includeEnded: z.boolean().nullish().describe('Those whose program has ended as well, after the others.'),
  }),
  result: z.object({ sessions: z.array(sessionInfo) }),
  examples: [{ params: {}, result: { sessions: '$any' } }],
  deviation: '`includeEnded` is an addition, and so are `name` and `bridge`.',
  handler: ({ core }, { includeEnded }) => {
    const all = core.sessions.listEverywhere()
    const ended = includeEnded ? all.filter(({ exit }) => exit) : []
    return { sessions: [...all.filter(({ exit }) => !exit), ...ended].map(describeSession) }
  },
})

const getInfo = method({
  name: 'Session.getInfo',
  summary: 'One session as Session.list shows it.',
  params: z.object({ sessionId }),
  result: sessionInfo,
  errors: ['session-not-found'],
  examples: [
    { params: { sessionId: '$session' }, result: { sessionId: '$any', running: true } },
    { params: { sessionId: 'nonexistent-id' }, error: 1001 },
  ],
  handler: async (client, { sessionId }) => describeSession(await client.session(sessionId)),
})

export const sessionMethods = [create, destroy, list, getInfo]
