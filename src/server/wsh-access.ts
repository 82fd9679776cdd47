/** Who may use the wsh routes: a bearer token where the server has one, a ticket for upgrades, and not too often. */
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../base/clock.js'
import type { CoreError } from '../base/core-error.js'
import { refuse } from '../dialects/wsh/index.js'
import { bearerToken, type Guard } from '../transport/guard.js'

/** Requests an address may make in a second, where strangers can reach the port. */
const MAX_PER_SECOND = 100
/** Addresses remembered at a time. */
const MAX_ADDRESSES = 4096

export interface AccessOptions {
  readonly guard: Guard
  readonly clock: Clock
  /** True where other machines can connect. */
  readonly limited: boolean
  redeem(ticket: string): boolean
}

export class WshAccess {
  private readonly counts = new Map<string, { readonly second: number; count: number }>()

  constructor(private readonly options: AccessOptions) {}

  /** What is wrong with a request, if anything. */
  check(request: IncomingMessage, url: URL, upgrade: boolean): CoreError | null {
    if (this.isTooOften(request.socket.remoteAddress ?? ''))
      return refuse('resource_limit_reached', `An address may make ${MAX_PER_SECOND} requests a second.`)
    // In an address a token ends up in logs and histories.
    if (url.searchParams.has('token'))
      return refuse('auth_required', 'Send the token as "Authorization: Bearer …", not in the URL.')
    const { guard } = this.options
    if (!guard.needsToken) return null
    const ticket = upgrade ? url.searchParams.get('ticket') : null
    if (ticket !== null)
      return this.options.redeem(ticket) ? null : refuse('auth_invalid', 'The ticket is unknown, used or too old.')
    const token = bearerToken(request)
    if (token === null) return refuse('auth_required', 'Send the token as "Authorization: Bearer …".')
    return guard.accepts(token) ? null : refuse('auth_invalid', 'The token is not the right one.')
  }

  private isTooOften(address: string): boolean {
    if (!this.options.limited) return false
    const second = Math.floor(this.options.clock.monotonic() / 1000)
    const known = this.counts.get(address)
    if (known?.second === second) return ++known.count > MAX_PER_SECOND
    if (this.counts.size >= MAX_ADDRESSES) this.counts.clear()
    this.counts.set(address, { second, count: 1 })
    return false
  }
}
