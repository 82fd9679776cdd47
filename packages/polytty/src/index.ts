/** polytty as a library: the server, a client without one, and bare sessions. */
export { CoreError, type CoreErrorCode } from './base/core-error.js'
export * from './input/index.js'
export type { Server, ServerOptions } from './protocols/running-server.js'
export type { Evidence, ReadyState, SettleOptions, Verdict } from './ready/index.js'
export type { InProcess } from './server/in-process.js'
export { openInProcess, startServer } from './server/lazily.js'
export * from './session/index.js'
export * from './wait/index.js'
