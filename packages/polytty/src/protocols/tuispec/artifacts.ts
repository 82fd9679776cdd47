/**
 * The folder of one session: `snapshots/` with what was seen in this run, and beside it the baselines, which outlive
 * runs. Names become file stems, so nothing a client says leads out of the folder.
 */
import { lstatSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CoreError } from '../../base/core-error.js'
import { attempt, makeFolder } from './files.js'

/** Files in the session's folder that are kept from one run to the next. */
const baseline = /\.(?:ansi\.txt|meta\.json)$/

export class Artifacts {
  /** The session's own folder, without symbolic links in its path. */
  readonly root: string

  /** Makes the folder, and empties it of what the last run left. */
  constructor(artifactDir: string, sessionName: string) {
    const sessions = join(artifactDir, 'sessions')
    const root = join(sessions, stemOf(sessionName, 'session'))
    this.root = attempt('invalid-path', `cannot use the folder ${root}`, root, () => {
      for (const folder of [sessions, root]) requireNoLink(folder)
      makeFolder(root)
      empty(root)
      mkdirSync(join(root, 'snapshots'))
      return realpathSync(root)
    })
  }

  /** Where a snapshot of this run goes, without its ending. */
  snapshotStem(name: string): string {
    return join(this.root, 'snapshots', stemOf(name, 'snapshot'))
  }

  /** Where its baseline is, without its ending. */
  baselineStem(name: string): string {
    return join(this.root, stemOf(name, 'snapshot'))
  }
}

function requireNoLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Error(`${path} is a symbolic link: emptying and writing it would touch files outside the folder`)
}

function empty(root: string): void {
  for (const entry of readdirSync(root, { withFileTypes: true }))
    if (!entry.isFile() || !baseline.test(entry.name)) rmSync(join(root, entry.name), { recursive: true })
}

/** File systems take 255 bytes, and endings come on top. */
const MAX_STEM_BYTES = 200

/** Lower case, with a hyphen for every run of other than letters and digits; `otherwise` if nothing is left. */
export function stemOf(name: string, otherwise: string): string {
  const hyphenated = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')
  const stem = hyphenated.replace(/^-|-$/g, '') || otherwise
  if (Buffer.byteLength(stem) <= MAX_STEM_BYTES) return stem
  throw new CoreError('invalid-params', `name: too long for a file name; at most ${MAX_STEM_BYTES} bytes`)
}
