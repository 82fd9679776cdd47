/** Panes of other terminals: which there are, and making sessions of them. */
import { z } from 'zod'
import { bridgeKinds } from '../../../bridge/index.js'
import { bridge, encodeBridge } from '../bridge-shape.js'
import { method } from '../context.js'
import { errors } from '../errors.js'
import { empty } from '../params.js'

const int = z.number().int()

const where = {
  kind: z.enum(bridgeKinds).describe('The other terminal.'),
  where: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .describe('Where it is, if not at the usual place: for tmux the label or the path of its socket.'),
}

const pane = z.object({
  id: z.string().describe('As that terminal has it.'),
  name: z.string(),
  title: z.string(),
  cols: int,
  rows: int,
  pid: int.nullable(),
  command: z.string(),
  cwd: z.string().nullable(),
  sessionId: z.string().nullable().describe('The session that it is; null where it is none.'),
})

const nowhere = {
  about: 'where none is',
  params: { kind: 'tmux', where: '/no/such/socket' },
  error: errors['not-found'].code,
  needs: ['tmux'],
}

const listPanes = method({
  name: 'Bridge.listPanes',
  summary: 'The panes of another terminal, and which sessions they are.',
  params: z.object(where),
  result: bridge.extend({ address: z.string(), panes: z.array(pane) }),
  deviation: 'An addition.',
  errors: ['not-found', 'missing-program', 'not-supported'],
  examples: [nowhere],
  handler: async ({ core }, spec) => {
    const { source, panes } = await core.bridges.list(spec)
    return {
      ...encodeBridge(source.bridge),
      address: source.address,
      panes: panes.map(({ id, name, title, cols, rows, pid, command, cwd, session }) => ({
        ...{ id, name, title, cols, rows, command, cwd },
        pid: pid || null,
        sessionId: session?.id ?? null,
      })),
    }
  },
})

const adopt = method({
  name: 'Bridge.adopt',
  summary: 'Make a session of a pane of another terminal. What runs in it goes on when the session is released.',
  params: z.object({ ...where, pane: z.string().min(1).max(256).describe('Its id there, or its name.') }),
  result: z.object({ sessionId: z.string(), name: z.string() }),
  deviation: 'An addition.',
  errors: ['not-found', 'missing-program', 'not-supported'],
  examples: [{ ...nowhere, params: { ...nowhere.params, pane: '%0' } }],
  handler: async ({ core }, { pane, ...spec }) => {
    const { id, name } = await core.bridges.adopt(spec, pane)
    return { sessionId: id, name }
  },
})

const follow = method({
  name: 'Bridge.follow',
  summary: 'Make sessions of all panes of another terminal, and of those that come.',
  params: z.object(where),
  result: empty,
  deviation: 'An addition.',
  errors: ['not-found', 'missing-program', 'not-supported'],
  examples: [nowhere],
  handler: async ({ core }, spec) => {
    await core.bridges.follow(spec)
    return {}
  },
})

const release = method({
  name: 'Bridge.release',
  summary: 'Forget the session of a pane, which goes on as it is.',
  params: z.object({ sessionId: z.string() }),
  result: empty,
  deviation: 'An addition.',
  errors: ['session-not-found', 'conflict'],
  examples: [{ about: 'a program of this server', params: { sessionId: '$session' }, error: errors.conflict.code }],
  handler: ({ core }, { sessionId }) => {
    core.bridges.release(core.sessions.get(sessionId))
    return {}
  },
})

export const bridgeMethods = [listPanes, adopt, follow, release]
