/** The daemon itself: who it is, how its program does, and ending both. */
import { z } from 'zod'
import { exitStatus } from '../../../record/index.js'
import type { ExitStatus } from '../../../session/index.js'
import { method, wireShapes } from '../context.js'
import { nothing, timeout_ms, timeoutOf } from '../params.js'

/** The version of the protocol document that is served. */
const PROTOCOL_VERSION = 1

const handshake = method({
  name: 'handshake',
  summary: 'Who is there.',
  params: z.object({
    wire: z
      .enum(wireShapes)
      .nullish()
      .describe('The shape of answers that the client reads; by its requests if absent.'),
  }),
  result: z.object({
    protocol_version: z.number().int(),
    termwright_version: z.string(),
    pid: z.number().int(),
    child_pid: z.number().int(),
  }),
  examples: [
    { params: null, result: { protocol_version: 1, termwright_version: '$any', pid: '$any', child_pid: '$any' } },
    { params: { wire: 'document' }, result: { protocol_version: 1 } },
  ],
  deviation:
    '`wire` and `child_pid` are additions. Without `wire`, field names of the released program (`ch`, `idle_ms`, …) or of the document, and nulls for what is left unset (only the released Rust client sends them), show which shape a client reads; the first answer that depends on it decides it for the connection; where nothing shows it by then, it is the document’s.',
  handler: (client, { wire }) => {
    if (wire) client.prefer(wire)
    return {
      protocol_version: PROTOCOL_VERSION,
      termwright_version: client.daemon.core.version,
      pid: process.pid,
      child_pid: client.session.pid,
    }
  },
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

/** A signal's exit code is reported the way shells do: 128 and its number. */
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
