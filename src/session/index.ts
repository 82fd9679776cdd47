/** Sessions: programs on PTYs, and the registry that all dialects share. */
export type { KillOptions } from './end-processes.js'
export type { ExitStatus } from './pty/port.js'
export { type RegistryOptions, SessionRegistry } from './registry.js'
export { type OutputChunk, Session } from './session.js'
export type { SessionEvent, ShellMark } from './shell-marks.js'
export type { SpawnOptions } from './spawn-options.js'
export { Transcript } from './transcript.js'
export type { Veil } from './veil.js'
