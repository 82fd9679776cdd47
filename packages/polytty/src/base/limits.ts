/** Where servers listen, the bounds of sessions that every protocol's schemas share, and the defaults of a server. */

/** Columns and rows of a session, each. */
export const MAX_CELLS = 1000
/** How long a wait may last, and how long it does where no one says. */
export const MAX_WAIT_MS = 86_400_000
export const DEFAULT_WAIT_MS = 30_000

/** $POLYTTY_FIRST_PORT moves the range, for machines where others use it. */
export const FIRST_PORT = Number(process.env.POLYTTY_FIRST_PORT) || 9420
export const LAST_PORT = FIRST_PORT + 100
/** Up to here a server that has no socket is looked for. */
export const LAST_PORT_LOOKED_AT = FIRST_PORT + 20

export const defaults = {
  host: '127.0.0.1',
  maxSessions: 256,
  maxConnections: 512,
  maxMessageBytes: 10 * 1024 * 1024,
  maxQueueBytes: 64 * 1024 * 1024,
  maxWaits: 256,
  /** What all clients together may have sent of messages that are not whole. */
  intakeBytes: 128 * 1024 * 1024,
  /** What the answers that are being put together may weigh, of all clients. */
  answerBytes: 256 * 1024 * 1024,
  /** What may be queued for all clients that do not read. */
  outboxBytes: 256 * 1024 * 1024,
  /** How long programs are kept without a server. */
  keepSeconds: 86_400,
} as const
