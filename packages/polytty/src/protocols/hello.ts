/**
 * The first line with which our own commands come to a server's socket. It names the protocol that follows, since a
 * stranger's is known by its first message alone, and what that protocol has no words for; what it may hold besides the
 * name is declared by the protocol. Two hellos are the socket's own: `start` and `where`.
 */
import { z } from 'zod'

/** Where the one who asks stands: what programs inherit. */
export const surroundings = { cwd: z.string(), env: z.record(z.string(), z.string()) }

/** Starts a program and names its session, which ends with this connection; the connection ends with the program. */
export const startHello = z.object({
  polytty: z.literal('start'),
  command: z.tuple([z.string()], z.string()),
  cols: z.number().int(),
  rows: z.number().int(),
  ...surroundings,
})

/** Asks for the address and the token: whoever can open the socket may have them. */
export const whereHello = z.object({ polytty: z.literal('where') })

/** What a hello looks like before anyone knows the protocol it names. */
export interface Hello {
  readonly polytty: string
}

/** The server's answer to a hello, before the protocol begins. */
export type HelloAnswer =
  | {
      readonly polytty: 'ready'
      readonly session?: string
      readonly url?: string
      readonly token?: string | null
    }
  | { readonly polytty: 'refused'; readonly message: string }

export function isHello(message: unknown): message is Hello {
  return typeof message === 'object' && message !== null && 'polytty' in message && typeof message.polytty === 'string'
}
