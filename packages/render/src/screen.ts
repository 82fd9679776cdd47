/** What needs neither fonts nor pictures: screens as ANSI, casts, regions. Loaded by itself, it takes little time. */
export { paletteCodes, renderAnsi, renderScreen } from './ansi.js'
export {
  type Cast,
  type CastEvent,
  type CastEventCode,
  type CastHeader,
  type CastVersion,
  eventLine,
  headerLine,
  parseCast,
} from './cast/asciicast.js'
export {
  castFrames,
  castScreen,
  type PlaybackOptions,
  playbackDurationMs,
  retime,
  type ScreenFrame,
} from './cast/cast-frames.js'
export { resolveRegion } from './options.js'
