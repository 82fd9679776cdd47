/** What conversations cite of docs/protocols is there. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { protocols } from '../packages/polytty/src/protocols/index.js'

const root = join(import.meta.dirname, '..')

const cited = protocols.flatMap(({ conformance }) =>
  readdirSync(conformance)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => {
      const [first = '{}'] = readFileSync(new URL(name, conformance), 'utf8').split('\n', 1)
      const { source = '' } = JSON.parse(first) as { source?: string }
      return source.split('; ').map((part) => [name, part] as const)
    }),
)

test('every conversation says what it proves', () => {
  expect(cited.filter(([, source]) => source === '')).toEqual([])
})

test('pages and sections of docs/protocols that are cited exist', () => {
  const pages = cited.filter(([, source]) => source.startsWith('docs/protocols/'))
  expect(pages.length).toBeGreaterThan(10)
  for (const [, source] of pages) {
    const [path = '', section] = source.split(', ')
    const text = readFileSync(join(root, path), 'utf8')
    if (section !== undefined) expect(text, source).toContain(`\n## ${section}\n`)
  }
})
