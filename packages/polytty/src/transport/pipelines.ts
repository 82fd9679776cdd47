/**
 * Requests that clients send before the answers to those before them have gone out. No one needs many of them, and each
 * is held in memory with its answer for as long as the client does not read.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { CoreError } from '../base/core-error.js'
import type { Refusal } from './guard.js'

const MAX_UNANSWERED = 32

export class Pipelines {
  private readonly unanswered = new WeakMap<Socket, number>()

  /** A request came in; what is wrong with that, if anything. Who goes on in spite of refusals is cut off. */
  enter(socket: Socket, response: ServerResponse): Refusal | null {
    const count = (this.unanswered.get(socket) ?? 0) + 1
    this.unanswered.set(socket, count)
    response.on('close', () => this.unanswered.set(socket, this.unanswered.get(socket)! - 1))
    if (count <= MAX_UNANSWERED) return null
    if (count > 2 * MAX_UNANSWERED) socket.destroy()
    const reason = `${MAX_UNANSWERED} requests of this connection are unanswered: read the answers first`
    return { ok: false, status: 429, error: new CoreError('resource-limit', reason, { limit: MAX_UNANSWERED }) }
  }
}
