/**
 * The snapshots of one test file: where they are, which of them its tests have asked for, and what may be written. They are
 * in a folder beside the test, named for it.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { CoreError } from 'polytty/sessions'
import { fileName } from '../artifacts.js'

/** all: write every one again. changed: those that differ, and missing ones. missing: those. none: fail. */
export const updateModes = ['all', 'changed', 'missing', 'none'] as const
export type UpdateMode = (typeof updateModes)[number]

export const SCREENS = '__screens__'

/**
 * What this run may write: as POLYTTY_UPDATE says, else what the runner was asked for. Missing ones, which is what runners
 * are asked for when no one says anything, are not written where CI runs them.
 */
export function updateMode(asked: UpdateMode | null): UpdateMode {
  const { POLYTTY_UPDATE: wanted, CI } = process.env
  if (wanted) {
    const mode = wanted === '1' ? 'changed' : updateModes.find((one) => one === wanted)
    if (mode) return mode
    throw new CoreError('invalid-params', `POLYTTY_UPDATE is ${wanted}: one of ${updateModes.join(', ')}`)
  }
  return asked === null || asked === 'missing' ? (CI ? 'none' : 'missing') : asked
}

/** That a command was asked for a mode; a word that is no mode is perhaps a file that was meant to be run. */
export function requireMode(word: string): void {
  if (updateModes.some((mode) => mode === word)) return
  const isFile = existsSync(word) || /[*?{[]/.test(word)
  throw new CoreError('invalid-params', `--update ${word}: not one of ${updateModes.join(', ')}`, {
    ...(isFile && { hint: `For these files write: --update=changed ${word}` }),
  })
}

/** Files that tests of this process have asked for, by folder. */
const used = new Map<string, Set<string>>()

export class SnapshotStore {
  private readonly counts = new Map<string, number>()
  private readonly folder: string | null

  constructor(
    testFile: string | null,
    private readonly testTitle: string,
    readonly mode: UpdateMode,
  ) {
    this.folder = testFile === null ? null : folderOf(testFile)
  }

  /** The path of a snapshot: named by the test, or by its title and a number. */
  pathOf(name: string | undefined, ending: string): string {
    if (this.folder === null)
      throw new CoreError('not-supported', 'snapshots need a test file beside which they are kept: use a runner')
    const stem = fileName(name === undefined ? this.testTitle : `${this.testTitle} ${name}`)
    const key = `${stem}${ending}`
    const count = (this.counts.get(key) ?? 0) + 1
    this.counts.set(key, count)
    const file = count === 1 ? key : `${stem}-${count}${ending}`
    const seen = used.get(this.folder) ?? new Set()
    used.set(this.folder, seen.add(file))
    return join(this.folder, file)
  }
}

export function readStored(path: string): Buffer | null {
  return existsSync(path) ? readFileSync(path) : null
}

export function writeStored(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

/** Snapshots of a test file that none of its tests has asked for in this process. */
export function obsoleteSnapshots(testFile: string): string[] {
  const folder = folderOf(testFile)
  if (!existsSync(folder)) return []
  const asked = used.get(folder) ?? new Set()
  return readdirSync(folder)
    .filter((file) => !asked.has(file))
    .map((file) => join(folder, file))
}

function folderOf(testFile: string): string {
  return join(dirname(testFile), SCREENS, basename(testFile))
}
