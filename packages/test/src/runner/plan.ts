/** Which files are run: by glob, by shard, or because they failed last time. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { CoreError } from 'polytty/sessions'
import { escapePath, glob } from 'tinyglobby'
import { SCREENS } from '../snapshots/store.js'
import type { TestResult } from './results.js'

/** What is run where no one says. */
const defaultGlobs = ['**/*.polytty.{js,mjs,ts,mts}', '**/*.steps.{yml,yaml,json}']
const ignore = ['**/node_modules/**', `**/${SCREENS}/**`]
const LAST_RUN = '.polytty-last-run.json'

export async function findFiles(globs: readonly string[]): Promise<string[]> {
  const named = globs.filter((one) => existsSync(one) && statSync(one).isFile())
  const rest = globs.filter((one) => !named.includes(one))
  const patterns = globs.length === 0 ? defaultGlobs : rest.flatMap(patternsOf)
  const found =
    patterns.length > 0 ? await glob([...patterns], { absolute: true, expandDirectories: false, ignore }) : []
  const files = [...new Set([...named.map((one) => resolve(one)), ...found])].sort()
  if (files.length > 0) return files
  if (globs.length > 0) throw new CoreError('invalid-params', `no test files: ${globs.join(', ')}`)
  throw new CoreError('not-found', `no test files: ${defaultGlobs.join(', ')}`, {
    hint: 'Name files or globs, as in: polytty test "tests/**/*.polytty.mjs"',
  })
}

/** Of a folder, what is run in it where no one says. */
function patternsOf(glob: string): readonly string[] {
  if (!existsSync(glob) || !statSync(glob).isDirectory()) return [glob]
  return defaultGlobs.map((pattern) => `${escapePath(glob.replace(/\/+$/, ''))}/${pattern}`)
}

/** One file of every so many: `1/4` is the first of four parts. */
export function shardOf(files: readonly string[], shard: string): string[] {
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(shard) ?? []
  if (part === undefined || Number(part) < 1 || Number(part) > Number(parts))
    throw new CoreError('invalid-params', `--shard ${shard}: write which of how many, as in 1/4`)
  return files.filter((_, index) => index % Number(parts) === Number(part) - 1)
}

type Failed = Readonly<Record<string, readonly string[]>>

export function readLastFailed(outputDir: string): Failed {
  const path = join(outputDir, LAST_RUN)
  if (!existsSync(path))
    throw new CoreError('not-found', `no tests were run before: there is no ${path}`, {
      hint: 'Run polytty test first.',
    })
  return (JSON.parse(readFileSync(path, 'utf8')) as { failed: Failed }).failed
}

export function writeLastFailed(outputDir: string, tests: readonly TestResult[]): void {
  const failed: Record<string, string[]> = {}
  for (const { file, title, status } of tests) if (status === 'failed') (failed[file] ??= []).push(title)
  const path = join(outputDir, LAST_RUN)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify({ failed }, null, 2)}\n`)
}
