/** polytty as a library: the server, and sessions without one. */
export { CoreError, type CoreErrorCode } from './base/core-error.js'
export * from './input/index.js'
export { type Server, type ServerOptions, startServer } from './server/server.js'
export * from './session/index.js'
export * from './wait/index.js'
