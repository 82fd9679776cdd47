import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needs } from '../../support/needs.js'

test('the example plugin does what it shows', needs('less'), () => {
  const file = join(import.meta.dirname, '../../../examples/ptywright/pager.test.mjs')
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
  const { status, stdout } = spawnSync(process.execPath, ['--test', file], { encoding: 'utf8', env })
  expect(status, stdout).toBe(0)
})
