/**
 * What one can wait for, as plain data, and what a wait ends with. Conditions are compiled in condition.ts and run by
 * waits.ts; coordinates are 0-based.
 */
import type { CharacterPairs, Color, Region, Snapshot, UnderlineStyle } from '@polytty/terminal'

interface Place {
  /** Where to look; the screen if absent. */
  readonly source?: 'screen' | 'transcript'
  /** Only this part of the screen. */
  readonly region?: Region | null
  /** Only the transcript after this cursor. */
  readonly since?: number
  /** On the screen, only what contains something that was written after this revision. */
  readonly freshSince?: number
}

export type TextMatcher = Place & { readonly type: 'text'; readonly text: string }
export type RegexMatcher = Place & { readonly type: 'regex'; readonly pattern: string }

/** The properties a cell must have; those left out do not matter. null is the default colour. */
export interface CellProperties {
  readonly text?: string
  readonly fg?: Color
  readonly bg?: Color
  readonly bold?: boolean
  readonly dim?: boolean
  readonly italic?: boolean
  readonly underline?: UnderlineStyle | boolean
  readonly blink?: boolean
  readonly reverse?: boolean
  readonly hidden?: boolean
  readonly strikethrough?: boolean
  readonly overline?: boolean
}

export interface CellMatcher extends CellProperties {
  readonly type: 'cell'
  readonly row: number
  readonly col: number
}

interface QuietTime {
  readonly ms: number
  /** Count from the start of the wait, not from the last change before it. */
  readonly fresh?: boolean
}

export type Matcher =
  | TextMatcher
  | RegexMatcher
  | { readonly type: 'gone'; readonly matcher: TextMatcher | RegexMatcher }
  | { readonly type: 'cursor'; readonly row?: number; readonly col?: number; readonly visible?: boolean }
  /** The screen has not changed for so long. */
  | (QuietTime & { readonly type: 'stable' })
  /** The program has printed nothing for so long. */
  | (QuietTime & { readonly type: 'idle' })
  | { readonly type: 'exited' }
  /** The program has answered all that was typed and waits, in one of these states if any are given. */
  | { readonly type: 'ready'; readonly states?: readonly string[] }
  | CellMatcher
  | { readonly type: 'changed'; readonly since: number }
  | { readonly type: 'any'; readonly of: readonly Matcher[] }
  | { readonly type: 'all'; readonly of: readonly Matcher[] }
  /** A predicate of the caller's own, asked again whenever something happened. */
  | {
      readonly type: 'check'
      readonly test: (view: WaitView) => CheckDetail | null
      /** 'screen' to be asked only when the screen has changed, and thus never about one that is half drawn. */
      readonly on?: 'screen'
    }

/** What a `check` predicate may say about its match. */
export interface CheckDetail {
  readonly text?: string
  readonly row?: number
  readonly col?: number
  readonly length?: number
  readonly data?: unknown
}

/** What matched, and where. */
export interface MatchDetail extends CheckDetail {
  readonly type: Matcher['type']
  /** Indices through nested `any` matchers down to what matched; empty for a plain matcher. */
  readonly path: readonly number[]
  /** Capture groups from 1 on, and those with a name. */
  readonly groups: readonly (string | null)[]
  readonly named: Readonly<Record<string, string | null>>
  /** For a match in the transcript: the cursor where it starts. */
  readonly cursor?: number
  /** For `any`: the branch that matched; for `all`: every branch. */
  readonly parts: readonly MatchDetail[]
}

export type WaitOutcome = {
  readonly elapsedMs: number
  /** The screen at the moment the wait ended. */
  readonly snapshot: Snapshot
} & (
  | { readonly kind: 'matched'; readonly match: MatchDetail }
  | {
      readonly kind: 'timeout' | 'exited' | 'cancelled'
      readonly match?: undefined
      /** What was asked for is on the screen, but has been there since this revision. */
      readonly staleSince?: number
    }
)

/** The text a program has printed, as far as it is retained. */
export interface TranscriptView {
  /** Cursors of the first retained character and of the end. */
  readonly start: number
  readonly end: number
  /** The retained text from this cursor on. */
  read(since?: number): string
}

/** What conditions look at. Times are on the clock's monotonic scale. */
export interface WaitView {
  readonly revision: number
  readonly transcript: TranscriptView
  readonly exited: boolean
  readonly screenChangedAt: number
  readonly outputAt: number
  snapshot(): Snapshot
  /** The pairs of characters that `snapshot()` shows now; null where that is not known. */
  pairs(): CharacterPairs | null
  /** The last revision that wrote one of `count` cells of the screen. */
  writtenAt(row: number, col: number, count: number): number
  /** Whether the program has answered and waits, and in what state; null if it does not. */
  settledState(): { readonly state: string } | null
}
