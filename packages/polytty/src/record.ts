/** Recordings, as `polytty/record`: of sessions, and of anything that can be tapped like one. */
export * from './record/index.js'
export { type RecordOptions, recordSession } from './session/recording.js'
