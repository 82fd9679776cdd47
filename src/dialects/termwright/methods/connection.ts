/** The daemon itself: who it is, how its program does, and ending both. */
import { z } from 'zod'
import { exitStatus } from '../../../record/index.js'
import type { ExitStatus } from '../../../session/index.js'
import { method } from '../context.js'
import { nothing, timeout_ms, timeoutOf } from '../params.js'

/** The version of the protocol document that is served. */
const PROTOCOL_VERSION = 1

const handshake = method({
  name: 'handshake',
  summary: 'Who is there.',
  params: z.object({}),
  result: z.object({
    protocol_version: z.number().int(),
    termwright_version: z.string(),
    pid: z.number().int(),
    child_pid: z.number().int(),
  }),
  examples: [
    { params: null, result: { protocol_version: 1, termwright_version: '$any', pid: '$any', child_pid: '$any' } },
  ],
  handler: ({ daemon, session }) => ({
    protocol_version: PROTOCOL_VERSION,
    termwright_version: daemon.core.version,
    pid: process.pid,
    child_pid: session.pid,
  }),
})

const close = method({
  name: 'close',
  summary: 'End the daemon and its program.',
  params: z.object({}),
  result: nothing,
  examples: [],
  handler: ({ daemon }, _, call) => {
    call.afterReply(() => daemon.close())
    return null
  },
})

const exitFields = { exit_code: z.number().int().nullable(), signal: z.string().optional() }

/** A signal's exit code is told the way shells tell it: 128 and its number. */
function encodeExit({ code, signal }: ExitStatus): { exit_code: number | null; signal?: string } {
  if (signal === null) return { exit_code: code }
  return { exit_code: exitStatus({ code, signal }), signal }
}

const status = method({
  name: 'status',
  summary: 'Whether the program has exited, and how.',
  params: z.object({}),
  result: z.object({ exited: z.boolean(), ...exitFields }),
  examples: [{ params: null, result: { exited: false, exit_code: null } }],
  handler: ({ session: { exit } }) =>
    exit ? { exited: true, ...encodeExit(exit) } : { exited: false, exit_code: null },
})

const waitForExit = method({
  name: 'wait_for_exit',
  summary: 'Wait until the program exits.',
  params: z.object({ timeout_ms }),
  result: z.object(exitFields),
  errors: ['wait-timeout'],
  examples: [{ about: 'a program that runs on', params: { timeout_ms: 0 }, error: -2 }],
  handler: async (client, { timeout_ms }, { signal }) => {
    await client.wait({ type: 'exited' }, timeoutOf(timeout_ms), signal, "the program's exit")
    return encodeExit(client.session.exit ?? { code: null, signal: null })
  },
})

export const connectionMethods = [handshake, close, status, waitForExit]
