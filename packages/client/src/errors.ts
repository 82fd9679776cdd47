/** How calls fail. */

/** The server answered with an error: its own code, words and data. */
export class RpcError extends Error {
  override readonly name = 'RpcError'

  constructor(
    readonly code: number | string,
    message: string,
    readonly data?: unknown,
  ) {
    super(message)
  }
}

/** There is no server at the address, or the connection to it was lost. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'

  constructor(
    message: string,
    /** The client connects again by itself: the same call may be made again. */
    readonly retryable = false,
  ) {
    super(message)
  }
}
