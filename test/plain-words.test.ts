/** What users read is in plain words: help, references, guides, messages. The list is of words that crept in before. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const words =
  /\b(anew|nobody|everybody|somebody|anybody|(is|are|was|be) told|tells|hears? of|business of|mends?|shall|is no origin|a line a request|in vain)\b|\} is no(ne)?\b/i

function list(...patterns: readonly string[]): string[] {
  return execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
}

function find(files: readonly string[], prepare = (text: string) => text): string[] {
  return files.flatMap((file) =>
    prepare(readFileSync(join(root, file), 'utf8'))
      .split('\n')
      .filter((line) => words.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
}

test('guides, references and manual pages', () => {
  const aboutThem = 'docs/decisions/0005-plain-words.md'
  const files = list('*.md', 'docs/reference/*', 'packages/polytty/man/*').filter((file) => file !== aboutThem)
  expect(files.length).toBeGreaterThan(40)
  expect(find(files)).toEqual([])
})

test('messages and help in the sources', () => {
  const files = list('packages/*/src/*.ts', 'web/*.ts', 'web/*.tsx').filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(300)
  const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
  expect(find(files, withoutComments)).toEqual([])
})

test('comments', () => expect(find(list('packages/*/src/*.ts', 'web/*.ts', 'web/*.tsx'))).toEqual([]))
