/** Who may use the wsh routes: those with the bearer token, where the server has one, or with a ticket for an upgrade. */
import type { IncomingMessage } from 'node:http'
import type { CoreError } from '../../../base/core-error.js'
import { bearerToken, type Guard } from '../../../transport/guard.js'
import { refuse } from '../dialect.js'

export interface AccessOptions {
  readonly guard: Guard
  redeem(ticket: string): boolean
}

export class WshAccess {
  constructor(private readonly options: AccessOptions) {}

  /** What is wrong with a request, if anything. */
  check(request: IncomingMessage, url: URL, upgrade: boolean): CoreError | null {
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
}
