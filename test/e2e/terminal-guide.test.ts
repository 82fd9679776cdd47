/** The examples of docs/terminal.md, run as they stand; what they print is what the guide says. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const guide = readFileSync(new URL('docs/terminal.md', root), 'utf8')
const examples = [...guide.matchAll(/```js\n(.*?)```\n```text\n(.*?)```/gs)].map(([, code, output]) => ({
  code,
  output,
}))

test('the guide has examples', () => {
  expect(examples.length).toBe(guide.match(/```js\n/g)!.length)
})

test.each(examples)('example $#', async ({ code, output }) => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { cwd: root })
  expect(stdout).toBe(output)
})
