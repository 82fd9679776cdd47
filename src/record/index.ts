/** Recordings: asciicast, the action log and the frame log; recorders are taps on a session, readers give data back. */
export { type Action, ActionLog, actionsAsData, type LoggedCall } from './action-log.js'
export { actionsAsPython, actionsAsShell } from './action-scripts.js'
export { type Cast, type CastEvent, type CastHeader, type CastVersion, parseCast } from './asciicast.js'
export { castFrames, castScreen, type PlaybackOptions, retime, type ScreenFrame } from './cast-frames.js'
export { type CastOptions, CastRecorder, type CastSummary } from './cast-recorder.js'
export { FrameLog, type FrameLogEntry, type FrameSource, parseFrameLog } from './frame-log.js'
export { FileSink, type LineSink, MemorySink } from './sink.js'
export type { SessionTap, Source } from './tap.js'
