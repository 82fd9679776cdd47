/**
 * What keeps tests apart: a folder of each one's own for its files, its HOME and its temporary files, and an environment
 * of few variables that says the same on every machine.
 */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { CoreError } from 'polytty/sessions'
import type { LaunchOptions } from './options.js'
import { type Profile, type ProfileName, profileNames, profiles } from './profiles.js'

export class Workspace {
  /** Where the program runs, with the files of the test. */
  readonly folder: string
  private readonly root: string
  private readonly home: string
  private readonly temporary: string

  constructor() {
    this.root = mkdtempSync(join(realpathSync(tmpdir()), 'polytty-test-'))
    this.folder = join(this.root, 'work')
    this.home = join(this.root, 'home')
    this.temporary = join(this.root, 'tmp')
    for (const folder of [this.folder, this.home, this.temporary]) mkdirSync(folder)
  }

  write(files: NonNullable<LaunchOptions['files']>): void {
    for (const [name, content] of Object.entries(files)) {
      const path = resolve(this.folder, name)
      if (!path.startsWith(this.folder + sep))
        throw new CoreError('invalid-path', `files: ${name} is outside the test's folder; give a relative path`)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
    }
  }

  /** The whole environment of a program. */
  environment(options: LaunchOptions): Readonly<Record<string, string | undefined>> {
    const { locale = 'C.UTF-8', timeZone = 'UTC', inherit = [] } = options
    const profile = profileOf(options)
    const from = (name: string): [string, string | undefined] => [name, process.env[name]]
    return {
      ...Object.fromEntries(['PATH', ...inherit].map(from)),
      HOME: this.home,
      TMPDIR: this.temporary,
      SHELL: '/bin/sh',
      USER: 'tester',
      LANG: locale,
      LC_ALL: locale,
      TZ: timeZone,
      ...profile.env,
    }
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 3 })
  }
}

export function profileOf({ profile = 'polytty' }: Pick<LaunchOptions, 'profile'>): Profile {
  if (Object.hasOwn(profiles, profile)) return profiles[profile as ProfileName]
  throw new CoreError('invalid-params', `no profile ${JSON.stringify(profile)}: one of ${profileNames.join(', ')}`)
}

/**
 * Words that name a file of the project, which the program would not find from the test's folder, with their full path.
 * What the test puts into that folder itself comes first.
 */
export function resolveWords(
  words: readonly string[],
  files: LaunchOptions['files'],
  places: readonly string[],
): string[] {
  return words.map((word, index) => {
    const isName = index === 0 && !word.includes('/')
    if (isName || word === '' || word.startsWith('-') || Object.hasOwn(files ?? {}, relative('.', word))) return word
    const found = places.map((place) => resolve(place, word)).find(isFile)
    return found ?? word
  })
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}
