/** What a handler is given: a counter of the client's own, and the sessions that all protocols share. */
import type { Core } from '../../packages/polytty/src/protocols/core.js'

export class ToyClient {
  count = 0

  constructor(readonly core: Core) {}
}
