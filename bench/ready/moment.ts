/** Moments in the life of programs, each with what is true of it then: the corpus that verdicts are held against. */
import type { ReadyState } from '../../packages/polytty/dist/ready/index.js'

export interface Moment {
  readonly name: string
  /** Typed before. */
  readonly type?: string
  /** What the program then prints, as a regular expression; the moment begins after it. */
  readonly after?: string
  /** What is true: one of these states. */
  readonly is: ReadyState | readonly ReadyState[]
  /** What is known of the last command. */
  readonly exitCode?: number
}

export interface Subject {
  readonly name: string
  /** Programs of scripts/programs.mjs without which it cannot be run. */
  readonly needs: readonly string[]
  readonly program: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Whether the shell marks its prompts for us. */
  readonly marks?: boolean
  readonly moments: readonly Moment[]
}

/** States in which a program waits for its user. */
export const inputStates: ReadonlySet<ReadyState> = new Set([
  ...(['prompt', 'continuation', 'secret-input', 'line-input', 'key-input'] as const),
])

/** Keys, by name. */
export const key = {
  enter: '\r',
  escape: '\x1b',
  up: '\x1b[A',
  tab: '\t',
  interrupt: '\x03',
  suspend: '\x1a',
  end: '\x04',
}
