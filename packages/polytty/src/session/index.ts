/** Sessions: programs on PTYs, and the registry that all dialects share. */
export type { Elsewhere, FleetNode, ListedSession } from './elsewhere.js'
export type { KillOptions } from './end-processes.js'
export type { FindOptions, FoundText } from './find-text.js'
export type { GuardedSession, InputGuard, Typist } from './input-guard.js'
export { endOrphans } from './orphans.js'
export { processesOf } from './processes.js'
export { partKey } from './pty/input-keys.js'
export { type Bridge, bridgeGaps, type ExitStatus, type PtyNote } from './pty/port.js'
export { prepareStart } from './pty/start.js'
export { type RecordOptions, recordingTap, recordSession } from './recording.js'
export {
  type Launched,
  type Launcher,
  type LaunchOptions,
  type RegistryOptions,
  SessionRegistry,
} from './registry.js'
export type { SavedSession, SessionMeta } from './saved-session.js'
export { Session } from './session.js'
export type { OutputChunk } from './session-view.js'
export type { SessionEvent, ShellMark } from './shell-marks.js'
export type { Place, SpawnOptions } from './spawn-options.js'
export { Transcript } from './transcript.js'
