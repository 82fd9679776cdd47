/**
 * The first line with which our own commands come to the server's socket. It names the dialect that follows, since a
 * stranger's is known by its first message alone, and what the dialect has no words for: a session to drive, a program
 * to start, the place and environment of the one who asks.
 */
import { z } from 'zod'
import { ambiguityMode } from '../dialects/tuispec/params.js'

/** Where the one who asks stands: what programs inherit. */
const surroundings = { cwd: z.string(), env: z.record(z.string(), z.string()) }
const size = z.number().int()

export const greeting = z.discriminatedUnion('polytty', [
  z.object({
    polytty: z.literal('termwright'),
    session: z.string(),
    wire: z.enum(['document', 'released']).nullish(),
    /** Whether `close` ends the program as well: it was started for this daemon. */
    owned: z.boolean().optional(),
  }),
  z.object({ polytty: z.literal('ptywright') }),
  z.object({
    polytty: z.literal('tuispec'),
    session: z.string().nullish(),
    artifactDir: z.string(),
    cols: size,
    rows: size,
    timeoutSeconds: z.number(),
    ambiguityMode,
    ...surroundings,
  }),
  /** Starts a program and tells its session, which ends with this connection; the connection ends with the program. */
  z.object({
    polytty: z.literal('start'),
    command: z.tuple([z.string()], z.string()),
    cols: size,
    rows: size,
    ...surroundings,
  }),
  /** Asks for the address and the token: whoever can open the socket may have them. */
  z.object({ polytty: z.literal('where') }),
])

export type Greeting = z.output<typeof greeting>

/** The server's answer to a greeting, before the dialect begins. */
export type Welcome =
  | {
      readonly polytty: 'ready'
      readonly session?: string
      readonly url?: string
      readonly token?: string | null
    }
  | { readonly polytty: 'refused'; readonly message: string }
