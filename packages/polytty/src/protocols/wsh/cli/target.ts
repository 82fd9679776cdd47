/** Which server a client command means, and asking it: flags first, then the environment, then where `server` listens. */
import {
  type Client,
  ConnectionError,
  connect,
  HttpChannel,
  type MethodName,
  type ParamsArgument,
  type ParamsOf,
  type ResultOf,
  RpcClient,
  RpcError,
  type WshHttp,
} from '@polytty/client'
import { CoreError } from '../../../base/core-error.js'
import { findToken, requireCertificate } from './saved-token.js'

interface Address {
  readonly server?: string
  readonly token?: string
  readonly socket?: string
}

export const DEFAULT_BIND = '127.0.0.1:8080'

export class WshTarget {
  readonly url: URL
  readonly token: string | null
  /** The socket that it was found by, if it was. */
  readonly socket: string | null
  private readonly certificate: string | null

  constructor({ server, token, socket }: Address) {
    this.socket = socket ?? null
    const named = server ?? process.env.WSH_SERVER ?? `http://${DEFAULT_BIND}`
    const address = /^https?:\/\//.test(named) ? named : `http://${named}`
    if (!URL.canParse(address))
      throw new CoreError('invalid-params', `${named} is not a valid server address`, {
        hint: 'Example: http://127.0.0.1:8080',
      })
    this.url = new URL(address)
    const given = token ?? process.env.WSH_TOKEN
    const saved = given === undefined ? findToken(this.url) : null
    this.token = given ?? saved?.token ?? null
    this.certificate = saved?.certificate ?? null
  }

  /** To be called before the token is sent: the server must be the one that it was saved for. */
  async verify(): Promise<void> {
    if (this.certificate !== null) await requireCertificate(this.url, this.certificate)
  }

  /** A client of the whole server, where it is one of ours: over its socket, or over its port. */
  async connect(): Promise<Client> {
    if (this.socket !== null) return connect(this.socket)
    await this.verify()
    return connect(this.at('').href, { token: this.token ?? undefined })
  }

  /** One of the server's paths, which may all lie under a prefix. */
  at(path: string): URL {
    return new URL(`${this.url.pathname.replace(/\/$/, '')}${path}`, this.url)
  }

  get headers(): Record<string, string> {
    return this.token === null ? {} : { authorization: `Bearer ${this.token}` }
  }

  /** Calls a method over HTTP; a refusal becomes an error with the server's own words. */
  async call<M extends MethodName<WshHttp>>(
    method: M,
    ...params: ParamsArgument<ParamsOf<WshHttp, M>>
  ): Promise<ResultOf<WshHttp, M>> {
    await this.verify()
    const channel = new HttpChannel(this.at('').href.replace(/\/$/, ''), { token: this.token ?? undefined })
    try {
      return await new RpcClient<WshHttp>(channel).call(method, ...params)
    } catch (error) {
      throw this.explain(error)
    }
  }

  /** True when a server is there. */
  async isUp(): Promise<boolean> {
    return this.call('health').then(
      () => true,
      () => false,
    )
  }

  /** What to do about it, in the words of a command line. */
  private explain(error: unknown): unknown {
    if (error instanceof ConnectionError)
      return new CoreError(
        'not-found',
        `no server answers at ${this.url.origin}`,
        { hint: 'Start one with: polytty serve or polytty wsh server; name one with --server URL' },
        { cause: error },
      )
    if (!(error instanceof RpcError)) return error
    const hint = 'Give the token with --token, or in the environment'
    if (asksForToken.includes(error.code)) return new CoreError('auth-failed', 'the server requires a token', { hint })
    if (refusals.includes(error.code))
      return new CoreError('auth-failed', `the server refused: ${error.message}`, { hint })
    return new CoreError('invalid-request', error.message)
  }
}

/** By the protocol's codes, or by a status without one. */
const asksForToken: readonly unknown[] = ['auth_required', 401]
const refusals: readonly unknown[] = ['auth_invalid', 'origin_not_allowed', 403]
