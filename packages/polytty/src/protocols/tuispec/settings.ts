/**
 * What a session goes by: the server's options, then what `initialize` says, then the environment, which wins. Also
 * where a relative artifact folder lies.
 */
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Theme } from '@polytty/render'
import { z } from 'zod'
import { CoreError } from '../../base/core-error.js'
import { checkParams } from '../define.js'
import { ambiguityMode, terminalSize, timeoutSeconds } from './params.js'
import { snapshotTheme } from './themes.js'

type Environment = Readonly<Record<string, string | undefined>>

/** What the server was started with. */
export interface TuispecOptions {
  readonly artifactDir: string
  readonly cols: number
  readonly rows: number
  readonly timeoutSeconds: number
  readonly ambiguityMode: z.output<typeof ambiguityMode>
  /** Where TUISPEC_* are looked up. */
  readonly env: Environment
  /** What apps inherit; the server's own environment if absent. */
  readonly inherit?: Environment
  /** Where relative folders lie, and apps start. */
  readonly cwd: string
}

export type Ambiguity = 'fail' | 'first' | 'last'

export interface Settings {
  readonly artifactDir: string
  readonly cols: number
  readonly rows: number
  readonly timeoutMs: number
  readonly ambiguity: Ambiguity
  readonly theme: Theme
  readonly updateSnapshots: boolean
}

/** What one run may override. */
export const overrides = {
  timeoutSeconds: timeoutSeconds.nullish(),
  terminalCols: terminalSize.nullish(),
  terminalRows: terminalSize.nullish(),
  ambiguityMode: ambiguityMode.nullish(),
  snapshotTheme: z.string().nullish().describe('"auto" if absent.'),
  updateSnapshots: z.boolean().nullish().describe('Overwrite baselines instead of comparing.'),
}

type Overrides = z.output<z.ZodObject<typeof overrides>>

const variables = z.object({
  ...overrides,
  timeoutSeconds: z.coerce.number().pipe(timeoutSeconds).optional(),
  terminalCols: z.coerce.number().pipe(terminalSize).optional(),
  terminalRows: z.coerce.number().pipe(terminalSize).optional(),
  updateSnapshots: z.stringbool().optional(),
})

export function resolveSettings(options: TuispecOptions, params: Overrides): Settings {
  const fixed = fromEnvironment(options.env)
  return {
    artifactDir: resolveArtifactDir(options.env.TUISPEC_ARTIFACTS_DIR || options.artifactDir, options),
    cols: fixed.terminalCols ?? params.terminalCols ?? options.cols,
    rows: fixed.terminalRows ?? params.terminalRows ?? options.rows,
    timeoutMs: Math.round((fixed.timeoutSeconds ?? params.timeoutSeconds ?? options.timeoutSeconds) * 1000),
    ambiguity: ambiguityOf(fixed.ambiguityMode ?? params.ambiguityMode ?? options.ambiguityMode),
    theme: snapshotTheme(fixed.snapshotTheme ?? params.snapshotTheme ?? 'auto', options.env.COLORFGBG),
    updateSnapshots: fixed.updateSnapshots ?? params.updateSnapshots ?? false,
  }
}

/** `first` and `first-visible` are the same, and so with `last`. */
export function ambiguityOf(mode: z.output<typeof ambiguityMode>): Ambiguity {
  if (mode === 'fail') return 'fail'
  return mode.startsWith('first') ? 'first' : 'last'
}

function fromEnvironment(env: Environment): z.output<typeof variables> {
  try {
    return checkParams(variables, {
      timeoutSeconds: env.TUISPEC_TIMEOUT_SECONDS || undefined,
      terminalCols: env.TUISPEC_TERMINAL_COLS || undefined,
      terminalRows: env.TUISPEC_TERMINAL_ROWS || undefined,
      ambiguityMode: env.TUISPEC_AMBIGUITY_MODE || undefined,
      snapshotTheme: env.TUISPEC_SNAPSHOT_THEME || undefined,
      updateSnapshots: env.TUISPEC_UPDATE_SNAPSHOTS || undefined,
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CoreError('invalid-params', `a TUISPEC_… environment variable is invalid: ${reason}`)
  }
}

function resolveArtifactDir(folder: string, { env, cwd }: TuispecOptions): string {
  return resolve(cwd, env.TUISPEC_PROJECT_ROOT || repositoryOf(cwd), folder)
}

/** The nearest folder above that is a repository, or the folder itself. */
function repositoryOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (dirname(at) === at) return folder
  }
}
