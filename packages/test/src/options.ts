/** What a terminal under test is started with, and what is assumed where a test says nothing. */
import { CoreError, nearest } from 'polytty/sessions'
import type { ChaosOptions } from './chaos.js'
import type { ProfileName } from './profiles.js'

export type Size = `${number}x${number}`

export interface LaunchOptions {
  /** The program and its arguments. Words that name a file beside the test, or in the project, get its full path. */
  readonly program?: string | readonly string[]
  /** Columns and rows; 80x24 if absent. */
  readonly size?: Size
  /** Files of the test's own folder: names, and what is in them. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>
  /** Where to run it instead of a folder of the test's own. */
  readonly cwd?: string
  /** Variables of the program, besides the few that it always gets; null leaves one out. */
  readonly env?: Readonly<Record<string, string | null>>
  /** Names of variables that the program gets from the tests' own environment. PATH always is one. */
  readonly inherit?: readonly string[]
  /** LANG and LC_ALL; C.UTF-8 if absent. */
  readonly locale?: string
  /** TZ; UTC if absent. */
  readonly timeZone?: string
  /** The terminal that the program is shown: its TERM, its answers, its keys, its widths. */
  readonly profile?: ProfileName
  /** TERM, instead of the profile's. */
  readonly term?: string
  /** Cuts, delays and resizes at random; true for all of them. */
  readonly chaos?: boolean | ChaosOptions
  /** What must be in no error, picture, transcript or recording. */
  readonly secrets?: readonly string[]
  /** How long an action waits for the program's answer; 1,000 if absent. Later it goes on, with what is so then. */
  readonly settleMs?: number
  /** The same for its start; 3,000 if absent. */
  readonly startMs?: number
  /** How long expectations and locators wait; 5,000 if absent. */
  readonly timeoutMs?: number
  /** How long the program may take to end when the test has ended, before it is killed; 1,000 if absent. */
  readonly endMs?: number
}

const optionNames = Object.keys({
  ...{ program: 0, size: 0, files: 0, cwd: 0, env: 0, inherit: 0, locale: 0, timeZone: 0, profile: 0, term: 0 },
  ...{ chaos: 0, secrets: 0, settleMs: 0, startMs: 0, timeoutMs: 0, endMs: 0 },
} satisfies Record<keyof LaunchOptions, 0>)

export function requireOptions(options: LaunchOptions): void {
  for (const name of Object.keys(options)) requireName('option', name, optionNames)
}

/** A name that is not known is an error with the nearest one, or with all of them. */
export function requireName(kind: string, name: string, known: readonly string[]): void {
  if (known.includes(name)) return
  const near = nearest(name, known)
  const help = near === null ? `one of ${known.join(', ')}` : `did you mean ${JSON.stringify(near)}?`
  throw new CoreError('invalid-params', `no ${kind} ${JSON.stringify(name)}: ${help}`)
}

export const defaults = { size: '80x24', settleMs: 1000, startMs: 3000, timeoutMs: 5000, endMs: 1000 } as const

export function parseSize(size: string): { readonly cols: number; readonly rows: number } {
  const [, cols, rows] = /^(\d{1,4})x(\d{1,4})$/.exec(size) ?? []
  if (cols === undefined || rows === undefined)
    throw new CoreError(
      'invalid-params',
      `${JSON.stringify(size)} is not a valid size: give columns and rows, such as 80x24`,
    )
  return { cols: Number(cols), rows: Number(rows) }
}

/** The words of a program, of which there must be one. */
export function wordsOf(program: LaunchOptions['program']): readonly [string, ...string[]] {
  const [first, ...rest] = typeof program === 'string' ? [program] : (program ?? [])
  if (first !== undefined && first !== '') return [first, ...rest]
  throw new CoreError(
    'invalid-params',
    "no program is named: add test.use({ program: ['my-program'] }), or call terminal.launch('my-program')",
  )
}
