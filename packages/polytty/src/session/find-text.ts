/** Finding text on a session's screen, with the revision that wrote it. */
import type { Region } from '@polytty/terminal'
import { findOnScreen, lastWritten, type ScreenMatch, type ScreenQuery, type WaitView } from '../wait/index.js'

export interface FindOptions {
  readonly region?: Region | null
  /** Only what contains something written after this revision. */
  readonly freshSince?: number
}

export interface FoundText extends ScreenMatch {
  /** The last revision that wrote a part of it. */
  readonly writtenAt: number
}

export function findText(
  screen: Pick<WaitView, 'snapshot' | 'writtenAt'>,
  query: ScreenQuery,
  { region, freshSince = -1 }: FindOptions = {},
): readonly FoundText[] {
  return findOnScreen(screen.snapshot(), query, { region })
    .map((match) => ({ ...match, writtenAt: lastWritten(screen, match) }))
    .filter(({ writtenAt }) => writtenAt > freshSince)
}
