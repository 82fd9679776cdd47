/** What a session is started with: defaults, bounds, and the environment its program sees. */

import { delimiter, resolve } from 'node:path'
import type { TerminalOptions } from '@polytty/terminal'
import { CoreError } from '../base/core-error.js'
import { MAX_CELLS } from '../base/limits.js'
import { OWNER_VARIABLE, ownOwner } from './orphans.js'
import { isInteractiveShell } from './shells.js'

export interface SpawnOptions {
  readonly program: string
  readonly args?: readonly string[]
  /** The server's own if absent. */
  readonly cwd?: string
  /** Merged onto what is inherited; null unsets. */
  readonly env?: Readonly<Record<string, string | null>>
  /** The environment to inherit; the server's own if absent. */
  readonly inherit?: Readonly<Record<string, string | undefined>>
  /** 80 × 24 if absent; 1 to 1000 each. */
  readonly cols?: number
  readonly rows?: number
  readonly pixelWidth?: number
  readonly pixelHeight?: number
  /** Unique among the sessions; the id if absent. */
  readonly name?: string
  readonly tags?: readonly string[]
  /** Lines of history; the engine's default if absent. */
  readonly scrollback?: number
  /** Characters of transcript kept; 131,072 if absent. */
  readonly transcriptChars?: number
  /** Make bash, zsh or fish mark prompts and commands, without touching the user's files. */
  readonly shellIntegration?: boolean
  /** Answer the program's queries (its size, colours, …); false where a real terminal shows its output and does that. */
  readonly answerQueries?: boolean | 'all-but-colors'
  /** Take output byte by byte, so that whoever waits sees the screen after each of them: for tests of tests. */
  readonly splitOutput?: boolean
  /** What the engine allows or assumes beyond its defaults. */
  readonly terminal?: EngineOptions
  /** The signal that ends it where none is named; SIGTERM if absent. */
  readonly endSignal?: string
  /** Keep it in a process of its own, where programs are kept outside of this one. */
  readonly isolate?: boolean
  /** Where in a fleet it is to run: here while there is room if absent, else where there is most of it. */
  readonly place?: Place
}

/** Which machines of a fleet will do; any if it says nothing. */
export interface Place {
  readonly node?: string
  readonly pool?: string
  readonly labels?: Readonly<Record<string, string>>
}

/** The engine's options that a session can be started with besides its size. */
export type EngineOptions = Pick<
  TerminalOptions,
  'allowChecksum' | 'allowClipboardRead' | 'cellWidth' | 'cellHeight' | 'identity'
>

export type ResolvedOptions = Required<
  Omit<SpawnOptions, 'env' | 'inherit' | 'name' | 'scrollback' | 'endSignal' | 'place'>
> & {
  readonly endSignal: string | undefined
  readonly env: Readonly<Record<string, string>>
  readonly scrollback: number | undefined
  /** A shell that asks a user, before anything was added to its arguments. */
  readonly interactiveShell: boolean
  /** The arguments as they were asked for, before anything was added to them. */
  readonly askedArgs: readonly string[]
  /** It was made to mark its prompts. */
  readonly marksPrompts: boolean
}

/** Every process of a session carries its id here, so that none is overlooked when the session ends. */
export const SESSION_VARIABLE = 'POLYTTY_SESSION'

const MAX_PIXELS = 65_535
const MAX_ARGS = 4096
const MAX_TAGS = 64
const MAX_NAME_CHARS = 256
const MAX_SCROLLBACK = 1_000_000
const MAX_TRANSCRIPT_CHARS = 16_777_216
const DEFAULT_TRANSCRIPT_CHARS = 131_072

/** Variables that describe the terminal the server was started in, not the one its programs get. */
const foreignVariables = [
  ...['TMUX', 'TMUX_PANE', 'STY', 'WINDOW', 'WINDOWID', 'TERMCAP', 'COLUMNS', 'LINES', 'VTE_VERSION'],
  ...['TERM_PROGRAM', 'TERM_PROGRAM_VERSION', 'TERM_SESSION_ID', 'KITTY_WINDOW_ID', 'KITTY_PID', 'WT_SESSION'],
  ...['ALACRITTY_WINDOW_ID', 'WEZTERM_PANE', 'KONSOLE_VERSION', 'GHOSTTY_RESOURCES_DIR', 'ZELLIJ'],
]

/** Secrets of ours: whoever runs a program does not thereby give it the key to all others. */
const ownSecrets = ['POLYTTY_TOKEN', 'POLYTTY_SERVER_TOKEN', 'WSH_TOKEN', 'WRIGHTTY_PASSWORD']

/** Checks the options and fills in what they leave out. */
export function resolveOptions(
  options: SpawnOptions,
  sessionId: string,
  baseEnv: Readonly<Record<string, string | undefined>>,
): ResolvedOptions {
  const { args = [], tags = [] } = options
  requireAtMost('args', args.length, MAX_ARGS)
  requireAtMost('tags', tags.length, MAX_TAGS)
  for (const tag of tags) requireName('tag', tag)
  if (options.name !== undefined) requireName('name', options.name)
  const cols = within('cols', options.cols ?? 80, 1, MAX_CELLS)
  const rows = within('rows', options.rows ?? 24, 1, MAX_CELLS)
  const cwd = resolve(options.cwd ?? process.cwd())
  return {
    program: options.program,
    args,
    interactiveShell: isInteractiveShell(options.program, args),
    endSignal: options.endSignal,
    isolate: options.isolate ?? false,
    cwd,
    env: environment(options.env ?? {}, sessionId, cwd, options.inherit ?? baseEnv),
    cols,
    rows,
    pixelWidth: within('pixelWidth', options.pixelWidth ?? 0, 0, MAX_PIXELS),
    pixelHeight: within('pixelHeight', options.pixelHeight ?? 0, 0, MAX_PIXELS),
    tags,
    scrollback:
      options.scrollback === undefined ? undefined : within('scrollback', options.scrollback, 0, MAX_SCROLLBACK),
    transcriptChars: within(
      'transcriptChars',
      options.transcriptChars ?? DEFAULT_TRANSCRIPT_CHARS,
      0,
      MAX_TRANSCRIPT_CHARS,
    ),
    shellIntegration: options.shellIntegration ?? false,
    askedArgs: args,
    marksPrompts: false,
    answerQueries: options.answerQueries ?? true,
    splitOutput: options.splitOutput ?? false,
    terminal: options.terminal ?? {},
  }
}

/** A size in cells and pixels that a session can take. */
export function requireSize(cols: number, rows: number, pixelWidth: number, pixelHeight: number): void {
  within('cols', cols, 1, MAX_CELLS)
  within('rows', rows, 1, MAX_CELLS)
  within('pixelWidth', pixelWidth, 0, MAX_PIXELS)
  within('pixelHeight', pixelHeight, 0, MAX_PIXELS)
}

/** A name or tag must be 1 to 256 characters. */
export function requireName(what: 'name' | 'tag', text: string): void {
  // Names are shown in lists and terminals: what could move a cursor there is no part of a name.
  if (/\p{Cc}/u.test(text)) throw new CoreError('invalid-params', `a ${what} must not contain control characters`)
  if (text.length >= 1 && text.length <= MAX_NAME_CHARS) return
  throw new CoreError('invalid-params', `a ${what} must have 1 to ${MAX_NAME_CHARS} characters, not ${text.length}`)
}

/** The number of tags, like all else, has a bound. */
export function requireTagCount(count: number): void {
  requireAtMost('tags', count, MAX_TAGS)
}

function environment(
  wanted: Readonly<Record<string, string | null>>,
  sessionId: string,
  cwd: string,
  baseEnv: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const env = new Map(Object.entries(baseEnv))
  for (const name of [...foreignVariables, ...ownSecrets]) env.delete(name)
  if (env.get('npm_package_name') === 'polytty') withoutNpm(env)
  env.set('TERM', 'xterm-256color').set('COLORTERM', 'truecolor').set('PWD', cwd)
  for (const [name, value] of Object.entries(wanted)) env.set(name, value ?? undefined)
  env.set(SESSION_VARIABLE, sessionId).set(OWNER_VARIABLE, ownOwner)
  return Object.fromEntries([...env].filter((entry): entry is [string, string] => entry[1] !== undefined))
}

function within(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new CoreError('invalid-params', `${name} must be a whole number from ${least} to ${most}, not ${value}`, {
    path: name,
    value,
  })
}

function requireAtMost(name: string, count: number, most: number): void {
  if (count > most) throw new CoreError('invalid-params', `${count} ${name} given; at most ${most}`, { path: name })
}

/** `npm start` adds variables and folders of its own, which no one meant for the programs. */
function withoutNpm(env: Map<string, string | undefined>): void {
  for (const name of [...env.keys()]) if (/^npm_/.test(name) || name === 'INIT_CWD') env.delete(name)
  const folders = env.get('PATH')?.split(delimiter)
  env.set('PATH', folders?.filter((folder) => !/node_modules\/(?:\.bin|.*node-gyp-bin)$/.test(folder)).join(delimiter))
}
