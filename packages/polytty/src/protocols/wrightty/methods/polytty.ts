/** What the document has no words for: the server as a whole, whatever protocol its sessions came by. */
import { z } from 'zod'
import { isHandedOver } from '../../../agent/index.js'
import { CoreError } from '../../../base/core-error.js'
import { type ListedSession, Session } from '../../../session/index.js'
import type { Core } from '../../core.js'
import { encodeReadiness, readiness } from '../../readiness.js'
import { bridge, encodeBridge } from '../bridge-shape.js'
import { method } from '../context.js'
import { errors } from '../errors.js'

const int = z.number().int()

const session = z.object({
  id: z.string(),
  name: z.string(),
  command: z.array(z.string()),
  pid: int,
  title: z.string(),
  cols: int,
  rows: int,
  ageMs: int,
  idleMs: int.describe('Since the last input or output.'),
  exit: z
    .object({
      code: int.nullable(),
      signal: z.string().nullable(),
      reason: z.string().optional().describe('Where neither is known: why.'),
    })
    .nullable()
    .describe('null while it runs.'),
  readiness: readiness.describe('Whether it waits for its user, and for what.'),
  bridge: bridge.optional().describe('Whose pane it is; absent for a program of this server.'),
  clients: z.record(z.string(), int).describe('Connected clients that have named the session, by protocol.'),
  handedOver: z.boolean().optional().describe('An agent has handed it to a person.'),
  node: z.string().nullable().describe('The node of the fleet that has it, where that is another than this.'),
})

const listSessions = method({
  name: 'Polytty.listSessions',
  summary: 'Every session, running and ended, with its age, its size and who uses it.',
  params: z.object({}),
  result: z.object({ sessions: z.array(session) }),
  deviation: 'An addition.',
  examples: [{ params: {}, result: { sessions: '$any' } }],
  handler: ({ core }) => ({
    sessions: core.sessions
      .listEverywhere()
      .map((one) => (one instanceof Session ? describe(one, core) : describeListed(one, core))),
  }),
})

function describe(source: Session, { clock, presence }: Core): z.input<typeof session> {
  const { id, name, program, args, pid, cols, rows, title, exit } = source
  return {
    id,
    name,
    command: [program, ...args],
    pid,
    title,
    cols,
    rows,
    ageMs: Math.round(source.ageMs),
    idleMs: Math.round(clock.monotonic() - source.lastActivityAt),
    exit,
    readiness: encodeReadiness(source.ready),
    ...(source.bridge && { bridge: encodeBridge(source.bridge) }),
    clients: presence.counts(source),
    ...(isHandedOver(source) && { handedOver: true }),
    node: source.node,
  }
}

/** One of another node that no one has used through this one: what it does now is known there. */
function describeListed(source: ListedSession, { clock }: Core): z.input<typeof session> {
  const { id, name, program, args, pid, cols, rows, title, exit, createdAt, node } = source
  const ageMs = Math.max(0, Math.round(clock.now() - createdAt))
  const about = { confidence: 0, secret: false, prompt: null, evidence: [], pid, command: null }
  const state = exit ? ('exited' as const) : ('quiet' as const)
  return {
    ...{ id, name, command: [program, ...args], pid, title, cols, rows, ageMs, idleMs: ageMs, exit },
    readiness: { state, since: createdAt, ...about, exitCode: exit?.code ?? null },
    clients: {},
    node,
  }
}

const getStatus = method({
  name: 'Polytty.getStatus',
  summary: 'The server process: what it is, how long it has run, and what it holds.',
  params: z.object({}),
  result: z.object({
    version: z.string(),
    name: z.string().nullable(),
    pid: int,
    uptimeMs: int,
    sessions: z.object({ running: int, ended: int, most: int }),
    memoryBytes: int.describe('Resident memory of the server.'),
    persistent: z.boolean().describe('Whether it stays when its last session has ended.'),
  }),
  deviation: 'An addition.',
  examples: [{ params: {}, result: { version: '$any', pid: '$any' } }],
  handler: ({ core }) => {
    const all = core.sessions.list()
    const running = all.filter(({ exited }) => !exited).length
    return {
      version: core.version,
      name: core.name,
      pid: process.pid,
      uptimeMs: Math.round(process.uptime() * 1000),
      sessions: { running, ended: all.length - running, most: core.maxSessions },
      memoryBytes: process.memoryUsage.rss(),
      persistent: core.lifetime.persistent,
    }
  },
})

const stop = method({
  name: 'Polytty.stop',
  summary: 'End every session, and the server.',
  params: z.object({}),
  result: z.object({}),
  deviation: 'An addition.',
  examples: [],
  handler: ({ core }, _, call) => {
    call.afterReply(() => core.lifetime.requestStop())
    return {}
  },
})

const restart = method({
  name: 'Polytty.restart',
  summary: 'Replace the server by a new one, of a newer version if that was installed; sessions go on.',
  params: z.object({}),
  result: z.object({ pid: int.describe('The process that is replaced.') }),
  deviation: 'An addition.',
  errors: ['not-supported'],
  examples: [],
  handler: ({ core }, _, call) => {
    if (!core.lifetime.replaceable)
      throw new CoreError('not-supported', 'the sessions of this server end with it: it was started without a host')
    call.afterReply(() => core.lifetime.requestReplacement())
    return { pid: process.pid }
  },
})

const revive = method({
  name: 'Polytty.revive',
  summary: 'Start the command of a revived session again, where it was, in a session of the same name.',
  params: z.object({ sessionId: z.string() }),
  result: z.object({ sessionId: z.string() }),
  deviation: 'An addition.',
  errors: ['session-not-found', 'conflict', 'spawn-failed'],
  examples: [{ params: { sessionId: '$session' }, error: errors.conflict.code }],
  handler: async ({ core: { sessions } }, { sessionId }) => {
    const old = sessions.get(sessionId)
    if (old.exit?.reason !== 'revived')
      throw new CoreError('conflict', 'only a session that was revived from disk can be started again')
    const { name, tags, cols, rows, program, args, cwd } = old
    const { scrollback, shellIntegration } = old.meta.options
    await sessions.remove(old)
    const made = await sessions.create({
      ...{ name, tags: [...tags], cols, rows, program, args, cwd },
      ...{ scrollback, shellIntegration },
    })
    return { sessionId: made.id }
  },
})

const node = z.object({
  node: z.string(),
  machine: z.string(),
  pool: z.string(),
  labels: z.record(z.string(), z.string()),
  state: z.enum(['joining', 'ready']),
  draining: z.boolean(),
  running: int,
  most: int,
  version: z.string(),
})

const listNodes = method({
  name: 'Polytty.listNodes',
  summary: 'The nodes of the fleet that this server is one of; none where it stands alone.',
  params: z.object({}),
  result: z.object({
    node: z.string().nullable().describe('This one; null where it stands alone.'),
    connected: z.boolean().describe('Whether NATS is there: without it, what is listed may be old.'),
    nodes: z.array(node),
  }),
  deviation: 'An addition.',
  examples: [{ params: {}, result: { node: null, connected: false, nodes: [] } }],
  handler: ({ core: { sessions } }) => {
    const { fleet } = sessions
    const nodes = (fleet?.nodes() ?? []).map(
      ({ node, machine, pool, labels, state, draining, running, most, version }) => ({
        ...{ node, machine, pool, labels: { ...labels }, state, draining, running, most, version },
      }),
    )
    return { node: fleet?.node ?? null, connected: fleet?.connected ?? false, nodes }
  },
})

const drain = method({
  name: 'Polytty.drain',
  summary: 'Start no more sessions on a node, or do so again. Those that run go on.',
  params: z.object({
    node: z.string().nullish().describe('A node of the fleet; this server if absent.'),
    draining: z.boolean().describe('false to start sessions there again.'),
  }),
  result: z.object({}),
  deviation: 'An addition.',
  errors: ['not-found'],
  examples: [{ params: { draining: false }, result: {} }],
  handler: async ({ core: { sessions } }, { node, draining }) => {
    const { fleet } = sessions
    if (fleet) await fleet.drain(node ?? fleet.node, draining)
    else if (typeof node === 'string') throw new CoreError('not-found', 'this server is not in a fleet')
    else sessions.draining = draining
    return {}
  },
})

/** Domains that are listed in `capabilities.extensions`. */
export const extensions = ['Polytty', 'Agent', 'Bridge']

export const polyttyMethods = [listSessions, getStatus, stop, restart, revive, listNodes, drain]
