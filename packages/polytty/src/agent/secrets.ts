/** Secrets that the operator keeps in a file: `NAME=value` lines, for its owner alone to read. */
import { lstatSync } from 'node:fs'
import { CoreError } from '../base/core-error.js'
import { nearest } from '../base/nearest.js'
import { readRegularSync } from '../files/regular-file.js'

const MAX_FILE_BYTES = 1_048_576
const LINE = /^([\w.-]{1,64})=(.+)$/

export interface Secrets {
  readonly names: readonly string[]
  readonly values: readonly string[]
  /** The value; a name that is not there is an error with the nearest one. */
  get(name: string): string
}

export function readSecrets(path: string): Secrets {
  const { mode, uid } = lstat(path)
  const own = process.getuid?.()
  if (mode & 0o077 || (own !== undefined && uid !== own))
    throw new CoreError('permission-denied', `${path} can be read by others, so it is not used for secrets`, {
      hint: `chmod 600 ${path}`,
    })
  const secrets = new Map<string, string>()
  for (const [index, line] of readRegularSync(path, MAX_FILE_BYTES).toString('utf8').split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, name, value] = LINE.exec(line) ?? []
    if (!name || !value) throw new CoreError('invalid-params', `${path}, line ${index + 1}: not NAME=value`)
    secrets.set(name, value)
  }
  return {
    names: [...secrets.keys()],
    values: [...secrets.values()],
    get(name) {
      const value = secrets.get(name)
      if (value !== undefined) return value
      const near = nearest(name, [...secrets.keys()])
      throw new CoreError('not-found', `no secret ${name}${near ? `; did you mean ${near}?` : ''}`)
    },
  }
}

/** What must not be seen anywhere, by the policy. */
export function secretValues(policy: { readonly secrets?: string } | undefined): readonly string[] {
  return policy?.secrets === undefined ? [] : readSecrets(policy.secrets).values
}

function lstat(path: string): { readonly mode: number; readonly uid: number } {
  try {
    return lstatSync(path)
  } catch (error) {
    throw new CoreError('invalid-path', `cannot read ${path}: ${(error as NodeJS.ErrnoException).code}`)
  }
}
