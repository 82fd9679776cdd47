/** The examples of the guides, run as they stand; what they print is what the guides say. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { needsLibc } from '../support/needs.js'

const root = new URL('../../', import.meta.url)

/** Each with what it needs. */
const guides = { 'docs/terminal.md': {}, 'docs/readiness.md': needsLibc(), 'docs/test-kit.md': needsLibc() }

describe.each(Object.entries(guides))('%s', (path, needed) => {
  const guide = readFileSync(new URL(path, root), 'utf8')
  const examples = [...guide.matchAll(/```js\n(.*?)```\n```text\n(.*?)```/gs)].map(([, code, output]) => ({
    code,
    output,
  }))

  test('has examples', () => {
    expect(examples.length).toBe(guide.match(/```js\n/g)!.length)
  })

  test.each(examples)('example $#', needed, async ({ code, output }) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { cwd: root })
    expect(stdout).toBe(output)
  })
})
