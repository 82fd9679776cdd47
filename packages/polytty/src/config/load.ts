/**
 * The configuration that holds, and where each part of it came from: the environment, a project's file, the user's file.
 * A file that cannot be used is an error with its line. A project's file, found here or in a folder above, may not say
 * which server to use, what it asks for, or what to run.
 */
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import { CoreError } from '../base/core-error.js'
import { nearest } from '../base/nearest.js'
import { type Config, configSchema, projectSections, settings } from './schema.js'

export interface Setting {
  readonly name: string
  readonly value: unknown
  /** The file, or the variable of the environment. */
  readonly source: string
}

export interface LoadedConfig {
  readonly config: Config
  readonly settings: readonly Setting[]
  /** The files that were looked for, and whether they are there. */
  readonly files: readonly { readonly path: string; readonly found: boolean }[]
}

const PROJECT_FILE = 'polytty.config.toml'

export interface LoadOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
}

export function userFile(env: NodeJS.ProcessEnv = process.env): string {
  const base = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config')
  return join(base, 'polytty', 'config.toml')
}

export function loadConfig({ cwd = process.cwd(), env = process.env }: LoadOptions = {}): LoadedConfig {
  const user = userFile(env)
  const project = findAbove(cwd, PROJECT_FILE)
  const found = new Map<string, Setting>()
  const take = (more: readonly Setting[]): void => {
    for (const setting of more) found.set(setting.name, setting)
  }
  if (existsSync(user)) take(readFile(user, null))
  if (project !== null) take(readFile(project, projectSections))
  take(readEnvironment(env))
  const all = [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  return {
    config: nest(all),
    settings: all,
    files: [
      { path: user, found: existsSync(user) },
      { path: project ?? join(cwd, PROJECT_FILE), found: project !== null },
    ],
  }
}

/** `picture.fontSize` is POLYTTY_PICTURE_FONT_SIZE. */
export function variableOf(name: string): string {
  const words = name.replace('.', '_').replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
  return `POLYTTY_${words.toUpperCase()}`
}

function readFile(path: string, allowed: readonly string[] | null): Setting[] {
  const text = readText(path)
  const table = parseToml(path, text)
  const checked = configSchema.safeParse(table)
  if (!checked.success) {
    const [issue] = checked.error.issues
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
    const at = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].map(String)
    throw wrong(path, lineOf(text, at), describeIssue(at, issue?.message ?? 'is not understood', unknown))
  }
  return Object.entries(checked.data).flatMap(([section, values]) => {
    if (allowed && !allowed.includes(section))
      throw wrong(
        path,
        lineOf(text, [section]),
        `a project's file cannot set [${section}], only ${allowed.map((one) => `[${one}]`).join(', ')}`,
      )
    return Object.entries(values ?? {}).map(([name, value]) => ({ name: `${section}.${name}`, value, source: path }))
  })
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new CoreError('invalid-path', `cannot read ${path}: ${(error as NodeJS.ErrnoException).code}`)
  }
}

function parseToml(path: string, text: string): object {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    throw wrong(path, error.line, error.message.split('\n')[0]!.replace(/^Invalid TOML document: /, ''))
  }
}

function readEnvironment(env: NodeJS.ProcessEnv): Setting[] {
  return [...settings()].flatMap(([name, schema]) => {
    const variable = variableOf(name)
    const text = env[variable]
    if (text === undefined || text === '') return []
    const checked = candidates(text)
      .map((value) => schema.safeParse(value))
      .find(({ success }) => success)
    if (!checked?.success)
      throw new CoreError('invalid-params', `${variable}=${text}: ${schema.safeParse(text).error?.issues[0]?.message}`)
    return [{ name, value: checked.data, source: variable }]
  })
}

/** What a text may mean: a number, a yes or no, a list, itself. */
function candidates(text: string): unknown[] {
  const number = Number(text)
  return [...(Number.isNaN(number) ? [] : [number]), text === 'true' || text === '1', text, text.split(',')].filter(
    (value) => typeof value !== 'boolean' || /^(?:true|false|0|1)$/.test(text),
  )
}

function nest(all: readonly Setting[]): Config {
  const config: Record<string, Record<string, unknown>> = {}
  for (const { name, value } of all) {
    const [section, key] = name.split('.') as [string, string]
    config[section] = { ...config[section], [key]: value }
  }
  return config as Config
}

function describeIssue(path: readonly string[], message: string, unknown: string | undefined): string {
  if (unknown === undefined) return `${path.join('.')}: ${message}`
  const known = [...settings().keys()]
  const near = nearest(path.join('.'), path.length > 1 ? known : [...new Set(known.map((name) => name.split('.')[0]!))])
  return `unknown setting ${path.join('.')}${near ? `; did you mean ${near}?` : ''}`
}

/** The line of a key; of its section where the key is not to be found. */
function lineOf(text: string, [section, key]: readonly string[]): number {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.trim().replaceAll(' ', '') === `[${section}]`)
  if (key === undefined)
    return (start < 0 ? lines.findIndex((line) => line.trim().startsWith(section ?? '')) : start) + 1
  const offset = lines.slice(start + 1).findIndex((line) => new RegExp(`^\\s*"?${key}"?\\s*=`).test(line))
  return offset < 0 ? Math.max(start + 1, 1) : start + 2 + offset
}

function wrong(path: string, line: number, message: string): CoreError {
  return new CoreError('invalid-params', `${path}:${line}: ${message}`)
}

function findAbove(folder: string, name: string): string | null {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(join(at, name))) return join(at, name)
    if (at === dirname(at)) return null
  }
}
