/** Recordings: asciicast, the action log and the frame log; recorders are taps on a session, readers give data back. */

export {
  type Cast,
  castFrames,
  castScreen,
  type PlaybackOptions,
  parseCast,
  playbackDurationMs,
} from '@polytty/render/screen'
export { type Action, ActionLog, actionsAsData } from './action-log.js'
export { actionsAsPython, actionsAsShell } from './action-scripts.js'
export { type CastOptions, CastRecorder, type CastSummary } from './cast-recorder.js'
export { exitStatus } from './exit-status.js'
export { FrameLog, type FrameLogEntry, FrameLogReader, parseFrameLog } from './frame-log.js'
export { playCast } from './play.js'
export { RecordingStore, type StoredLines } from './recording-store.js'
export { FileSink, MemorySink } from './sink.js'
export type { SessionTap } from './tap.js'
