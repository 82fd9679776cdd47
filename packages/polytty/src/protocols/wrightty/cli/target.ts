/** Which server and session a client command means: flags first, then the environment, then the only sensible guess. */
import { type Client, connect } from '@polytty/client'
import { connectTo as connectFound, type FindOptions, findServer } from '../../../cli-kit/find-server.js'

const DEFAULT_SESSION = '0'

export interface TargetFlags {
  readonly url?: string
  readonly session?: string
  readonly password?: string
  /** False for --no-start. */
  readonly start?: boolean
}

export interface Target {
  readonly client: Client
  readonly sessionId: string
}

async function connectTo({ url, password, start }: TargetFlags, mayStart: boolean): Promise<Client> {
  const token = password ?? process.env.WRIGHTTY_PASSWORD
  const named = url ?? process.env.WRIGHTTY_SOCKET
  return named === undefined
    ? connectFound(await findServer({ token, start }, { mayStart }))
    : connect(named, { token })
}

/** Runs a command against one session and hangs up whatever happens. */
export async function withSession<T>(flags: TargetFlags, use: (target: Target) => Promise<T>): Promise<T> {
  const withClient = async (client: Client): Promise<T> =>
    use({ client, sessionId: flags.session ?? (await firstSession(client)) })
  return withServer(flags, withClient, { mayStart: flags.session === undefined })
}

export async function withServer<T>(
  flags: TargetFlags,
  use: (client: Client) => Promise<T>,
  { mayStart = false }: FindOptions = {},
): Promise<T> {
  const client = await connectTo(flags, mayStart)
  try {
    return await use(client)
  } finally {
    client.close()
  }
}

/** The first running session; "0", which the server makes on first use, where there is none. */
async function firstSession(client: Client): Promise<string> {
  const { sessions } = await client.call('Session.list')
  return sessions[0]?.sessionId ?? DEFAULT_SESSION
}
