import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the example passes against its baselines', () => {
  const file = join(import.meta.dirname, '../../../examples/tuispec/todo.test.mjs')
  const env = { ...process.env, UPDATE: '', NODE_TEST_CONTEXT: undefined }
  const { status, stdout } = spawnSync(process.execPath, ['--test', file], { encoding: 'utf8', env })
  expect(status, stdout).toBe(0)
})
