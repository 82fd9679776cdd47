/**
 * The folder of one session: `snapshots/` with what was seen in this run, and beside it the baselines, which outlive
 * runs. Names become file stems, so nothing a client says leads out of the folder.
 */
import { lstatSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CoreError } from '../../base/core-error.js'

/** Files in the session's folder that are kept from one run to the next. */
const baseline = /\.(?:ansi\.txt|meta\.json)$/

export class Artifacts {
  /** The session's own folder, without symbolic links in its path. */
  readonly root: string

  /** Makes the folder, and empties it of what the last run left. */
  constructor(artifactDir: string, sessionName: string) {
    const root = join(artifactDir, 'sessions', stemOf(sessionName, 'session'))
    try {
      mkdirSync(root, { recursive: true })
      if (lstatSync(root).isSymbolicLink())
        throw new Error('it is a symbolic link, and emptying it would reach elsewhere')
      for (const entry of readdirSync(root, { withFileTypes: true }))
        if (!entry.isFile() || !baseline.test(entry.name)) rmSync(join(root, entry.name), { recursive: true })
      this.root = realpathSync(root)
      mkdirSync(join(this.root, 'snapshots'))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new CoreError('invalid-path', `cannot use the folder ${root}: ${reason}`, { path: root }, { cause: error })
    }
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

/** Lower case, with a hyphen for every run of other than letters and digits; `otherwise` if nothing is left. */
export function stemOf(name: string, otherwise: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || otherwise
  )
}
