/** Sessions as a whole: made, listed, named, tagged, detached, ended. */

import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import { MAX_CELLS } from '../../../base/limits.js'
import { exitStatus } from '../../../record/index.js'
import { type ListedSession, Session, type SessionRegistry } from '../../../session/index.js'
import { method, type WshClient } from '../context.js'
import { refuse } from '../errors.js'
import { empty, session, sessionInfo } from '../params.js'
import type { WshSession } from '../wsh-session.js'

/** Names stand in paths, where dots alone mean something else. */
const NAME = /^(?!\.{1,2}$)[A-Za-z0-9_.-]{1,64}$/
const name = z.string().describe('Name of the session.')
const tags = z.array(z.string()).max(64)
const size = z.number().int().min(1).max(MAX_CELLS).nullish()

const listSessions = method({
  name: 'list_sessions',
  summary: 'Sessions whose program runs, in order of creation; with `ended`, those whose program has ended too.',
  params: z.object({
    tag: z
      .union([z.string(), z.array(z.string()).max(64)])
      .nullish()
      .describe('Only those with one of these tags: a list, or comma-separated.'),
    ended: z.boolean().nullish().describe('Also those that are kept with their last screen.'),
  }),
  result: z.array(sessionInfo),
  examples: [{ params: { tag: 'unused-tag' }, result: [] }],
  deviation:
    '`ended` is an addition. Servers are not federated: `server`, here and in every request, can name this one alone, and ' +
    'none can be added.',
  handler: (client, { tag, ended }) => {
    const wanted = (typeof tag === 'string' ? tag.split(',') : (tag ?? [])).filter(Boolean)
    return client.core.sessions
      .listEverywhere()
      .filter(({ exit, tags }) => (ended || !exit) && (wanted.length === 0 || wanted.some((one) => tags.has(one))))
      .map((found) =>
        found instanceof Session
          ? describeSession(client, client.server.wshSession(found))
          : describeListed(client, found),
      )
  },
})

const getSession = method({
  name: 'get_session',
  summary: 'One session; one whose program has ended is listed with its exit code until its name is needed.',
  params: z.object({ session }),
  result: sessionInfo,
  errors: ['session-not-found'],
  examples: [{ params: { session: 'no-such' }, error: 'session_not_found' }],
  deviation: 'An addition on the sockets. `exit_code` is one too: present once the program has ended.',
  handler: (client, { session }) => describeSession(client, client.wshSession(session)),
})

const createSession = method({
  name: 'create_session',
  summary: 'Start a command in a session of its own; without one, the shell.',
  params: z.object({
    name: z.string().nullish().describe('"0", "1", … if absent.'),
    command: z.string().min(1).nullish().describe("Run by /bin/sh; the user's shell if absent."),
    rows: size.describe('24 if absent.'),
    cols: size.describe('80 if absent.'),
    cwd: z.string().nullish(),
    env: z.record(z.string(), z.string()).nullish().describe('Added to the environment.'),
    tags: tags.nullish(),
    recording: z
      .object({ title: z.string().max(1000).nullish() })
      .nullish()
      .describe('Record the session from its first byte on.'),
  }),
  result: sessionInfo,
  errors: ['session-exists', 'session-limit', 'spawn-failed', 'invalid-params'],
  examples: [
    { params: { command: 'cat', rows: 10 }, result: { rows: 10, cols: 80, command: 'cat', clients: 0, tags: [] } },
    { params: { name: 'not a name' }, error: 'invalid_session_name' },
    { params: { tags: [''] }, error: 'invalid_tag' },
    { params: { cwd: '/nonexistent' }, error: 'session_create_failed' },
  ],
  deviation: '`tags` and `recording` are additions.',
  handler: async (client, { name, command, rows, cols, cwd, env, tags, recording }) => {
    const { sessions, shell } = client.core
    for (const tag of tags ?? []) requireTag(tag)
    if (name !== null && name !== undefined) await freeFromEnded(sessions, requireName(name))
    const chosen = name ?? freeName(sessions)
    client.server.announce(chosen, command ?? shell)
    const session = await sessions.create({
      name: chosen,
      program: command ? '/bin/sh' : shell,
      args: command ? ['-ic', command] : ['-i'],
      rows: rows ?? undefined,
      cols: cols ?? undefined,
      cwd: cwd ?? undefined,
      env: env ?? undefined,
      endSignal: END_SIGNAL,
      tags: tags ?? undefined,
    })
    if (recording) client.server.recordings.start(session, recording.title ?? null)
    return describeSession(client, client.server.wshSession(session))
  },
})

const killSession = method({
  name: 'kill_session',
  summary: 'End a session and everything it started.',
  params: z.object({ name }),
  result: empty,
  errors: ['session-not-found'],
  examples: [{ params: { name: 'no-such' }, error: 'session_not_found' }],
  handler: async (client, { name }) => {
    await client.core.sessions.remove(client.named(name).session, { signal: END_SIGNAL, graceMs: KILL_GRACE_MS })
    return {}
  },
})

const detachSession = method({
  name: 'detach_session',
  summary: 'End the sockets of a session, and the terminals that are attached to it; the session lives on.',
  params: z.object({ name }),
  result: empty,
  errors: ['session-not-found'],
  examples: [{ params: { name: '$session' }, result: {} }],
  handler: (client, { name }, call) => {
    const { onDetach } = client.named(name)
    // Whoever asks may be one of them.
    call.afterReply(() => onDetach.emit())
    return {}
  },
})

const renameSession = method({
  name: 'rename_session',
  summary: 'Rename a session.',
  params: z.object({ name, new_name: z.string() }),
  result: z.object({ name: z.string() }),
  errors: ['session-not-found', 'session-exists', 'invalid-params'],
  examples: [
    { params: { name: '$session', new_name: 'renamed-by-example' }, result: { name: 'renamed-by-example' } },
    { params: { name: 'no-such', new_name: 'x' }, error: 'session_not_found' },
  ],
  handler: async (client, { name, new_name }) => {
    await rename(client, client.named(name), new_name)
    return { name: new_name }
  },
})

const updateTags = method({
  name: 'update_tags',
  summary: 'Add and remove tags of a session.',
  params: z.object({ session, add: tags.nullish(), remove: tags.nullish() }),
  result: z.object({ tags: z.array(z.string()) }),
  errors: ['session-not-found', 'invalid-params'],
  examples: [{ params: { session: '$session', add: ['b', 'a'] }, result: { tags: ['a', 'b'] } }],
  handler: async (client, { session, add, remove }) => {
    const wshSession = client.wshSession(session)
    await changeTags(wshSession, add ?? [], remove ?? [])
    return { tags: sortedTags(wshSession) }
  },
})

const updateSession = method({
  name: 'update_session',
  summary: 'Rename and tag a session in one step.',
  params: z.object({
    session,
    name: z.string().nullish(),
    add_tags: tags.nullish(),
    remove_tags: tags.nullish(),
  }),
  result: sessionInfo,
  errors: ['session-not-found', 'session-exists', 'invalid-params'],
  examples: [{ params: { session: '$session', add_tags: ['x'] }, result: { tags: ['x'] } }],
  handler: async (client, { session, name, add_tags, remove_tags }) => {
    const wshSession = client.wshSession(session)
    for (const tag of add_tags ?? []) requireTag(tag)
    if (name !== null && name !== undefined) await rename(client, wshSession, name)
    await changeTags(wshSession, add_tags ?? [], remove_tags ?? [])
    return describeSession(client, wshSession)
  },
})

/** A session of wsh ends as one whose terminal is gone, and by force after a while. */
const END_SIGNAL = 'SIGHUP'
const KILL_GRACE_MS = 3000

function describeSession({ server }: WshClient, wshSession: WshSession): z.input<typeof sessionInfo> {
  const { session } = wshSession
  const recording = server.recordings.running(session)
  return {
    name: session.name,
    server: server.hostname,
    pid: session.exited ? null : session.pid,
    command: wshSession.command,
    rows: session.rows,
    cols: session.cols,
    clients: wshSession.clients,
    tags: sortedTags(wshSession),
    last_activity_ms: wshSession.quietMs,
    ...(recording && { recording_id: recording.id }),
    ...(session.exit && { exit_code: exitStatus(session.exit) }),
  }
}

/** One of another node of the fleet that no one has used through this one. */
function describeListed({ core, server }: WshClient, found: ListedSession): z.input<typeof sessionInfo> {
  const { name, exit, pid, program, args, rows, cols, tags, createdAt } = found
  return {
    ...{ name, server: server.hostname, pid: exit ? null : pid, command: [program, ...args].join(' '), rows, cols },
    clients: 0,
    tags: [...tags].sort(),
    last_activity_ms: Math.max(0, Math.round(core.clock.now() - createdAt)),
    ...(exit && { exit_code: exitStatus(exit) }),
  }
}

function sortedTags({ session }: WshSession): string[] {
  return [...session.tags].sort()
}

async function changeTags({ session }: WshSession, add: readonly string[], remove: readonly string[]): Promise<void> {
  for (const tag of add) requireTag(tag)
  await session.setTags(add, remove)
}

async function rename({ core }: WshClient, { session }: WshSession, name: string): Promise<void> {
  requireName(name)
  if (session.name !== name) await freeFromEnded(core.sessions, name)
  await core.sessions.rename(session, name)
}

/** A session whose program has ended is kept to be looked at, but not at the price of its name. */
async function freeFromEnded(sessions: SessionRegistry, name: string): Promise<void> {
  const holder = sessions.find(name)
  if (holder?.exited) await sessions.remove(holder)
  else if (holder) throw new CoreError('session-exists', `Session name already exists: ${name}.`)
}

function freeName(sessions: SessionRegistry): string {
  let number = 0
  while (sessions.isTaken(String(number))) number++
  return String(number)
}

function requireName(name: string): string {
  if (NAME.test(name)) return name
  throw refuse(
    'invalid_session_name',
    `A session name is 1 to 64 letters, digits, '-', '_' or '.', not ${quote(name)}.`,
  )
}

function requireTag(tag: string): void {
  if (!NAME.test(tag))
    throw refuse('invalid_tag', `A tag is 1 to 64 letters, digits, '-', '_' or '.', not ${quote(tag)}.`)
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 80))
}

export const sessionMethods = [
  listSessions,
  getSession,
  createSession,
  killSession,
  detachSession,
  renameSession,
  updateTags,
  updateSession,
]
