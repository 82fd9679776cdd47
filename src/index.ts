/** polytty as a library: the server, and sessions without one. */
export { CoreError, type CoreErrorCode } from './base/core-error.js'
export * from './input/index.js'
export type { ServerOptions } from './server/options.js'
export { type Server, startServer } from './server/server.js'
export * from './session/index.js'
export * from './wait/index.js'
