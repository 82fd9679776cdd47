/** What overlays and panels are made of: pieces of styled text, in order or at places of their own. */

export const colorNames = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const

export type SpanColor = (typeof colorNames)[number] | { readonly r: number; readonly g: number; readonly b: number }

export interface TextStyle {
  readonly fg?: SpanColor
  readonly bg?: SpanColor
  readonly bold?: boolean
  readonly italic?: boolean
  readonly underline?: boolean
}

/** Text that follows the one before it. */
export interface Span extends TextStyle {
  readonly text: string
  readonly id?: string
}

/** Text at a place within the element. */
export interface RegionWrite extends TextStyle {
  readonly row: number
  readonly col: number
  readonly text: string
}

/** A change of the span with this id: what is not given stays. */
export interface SpanChange extends TextStyle {
  readonly id: string
  readonly text?: string
}

export interface Content {
  readonly spans: readonly Span[]
  readonly writes: readonly RegionWrite[]
  readonly background: Background | null
}

export interface Background {
  readonly bg: SpanColor
}

/** Spans, or writes, of one element. */
export const MAX_PIECES = 4096
