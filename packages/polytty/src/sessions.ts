/** Sessions without a server, as `polytty/sessions`: programs on PTYs, waits, keys, readiness, shells. */

export { type Ran, runCommand } from './agent/run-command.js'
export { type Clock, systemClock } from './base/clock.js'
export { CoreError, type CoreErrorCode } from './base/core-error.js'
export type { Disposable } from './base/disposable.js'
export { Emitter } from './base/emitter.js'
export { nearest } from './base/nearest.js'
export * from './input/index.js'
export { type Evidence, type ReadyState, readyStates, type SettleOptions, type Verdict } from './ready/index.js'
export { Redactor } from './redaction/redactor.js'
export * from './session/index.js'
export * from './wait/index.js'
