/** Which server and session a client command means: flags first, then the environment, then the only sensible guess. */
import { CoreError } from '../../base/core-error.js'
import { RpcClient } from '../../sdk/rpc-client.js'
import { FIRST_PORT } from '../../server/options.js'

const DEFAULT_SESSION = '0'

export interface TargetFlags {
  readonly url?: string
  readonly session?: string
  readonly password?: string
}

export interface Target {
  readonly client: RpcClient
  readonly sessionId: string
}

interface SessionRow {
  readonly sessionId: string
  readonly name: string
  readonly running: boolean
}

export async function connectTo({ url, password }: TargetFlags): Promise<RpcClient> {
  return RpcClient.connect({
    url: url ?? process.env.WRIGHTTY_SOCKET ?? `ws://127.0.0.1:${FIRST_PORT}`,
    password: password ?? process.env.WRIGHTTY_PASSWORD,
  })
}

/** Runs a command against one session and hangs up whatever happens. */
export async function withSession<T>(flags: TargetFlags, use: (target: Target) => Promise<T>): Promise<T> {
  return withServer(flags, async (client) => use({ client, sessionId: flags.session ?? (await onlySession(client)) }))
}

export async function withServer<T>(flags: TargetFlags, use: (client: RpcClient) => Promise<T>): Promise<T> {
  const client = await connectTo(flags)
  try {
    return await use(client)
  } finally {
    client.close()
  }
}

/** The one running session; "0", which the server makes on first use, where there is none. */
async function onlySession(client: RpcClient): Promise<string> {
  const { sessions } = await client.call<{ sessions: SessionRow[] }>('Session.list')
  const running = sessions.filter((session) => session.running)
  // The default session is made anew where its program has ended.
  const ended = running.length === 0 && sessions.find(({ name }) => name === DEFAULT_SESSION)
  if (ended) await client.call('Session.destroy', { sessionId: ended.sessionId })
  if (running.length <= 1) return running[0]?.sessionId ?? DEFAULT_SESSION
  const ids = running.map(({ sessionId }) => sessionId).join(', ')
  throw new CoreError('invalid-params', `there are ${running.length} sessions: choose one with --session (${ids})`)
}
