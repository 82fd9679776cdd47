/** Waiting: matchers over a screen or transcript, the waits that run them, and finding things on a screen at once. */
export { asksReadiness, cause, cellMatches, lastWritten, readsTranscript } from './condition.js'
export { findOnScreen, type ScreenMatch, type ScreenQuery } from './find.js'
export type {
  CellMatcher,
  CellProperties,
  CheckDetail,
  MatchDetail,
  Matcher,
  RegexMatcher,
  TextMatcher,
  TranscriptView,
  WaitOutcome,
  WaitView,
} from './matcher.js'
export { type RowEnds, ScreenText } from './screen-text.js'
export { type WaitOptions, Waits } from './waits.js'
