import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../../../test/support/new-folder.js'
import { makeFolder } from './make-folder.js'

test('makes what is missing, and nothing where it is there', () => {
  const root = newFolder()
  const deep = join(root, 'a', 'b', 'c')
  makeFolder(deep, 0o700)
  makeFolder(deep, 0o755)
  expect(statSync(deep).mode & 0o777).toBe(0o700)
})

test('fails where a file stands in the way, and where there is no place for a folder', () => {
  const root = newFolder()
  writeFileSync(join(root, 'file'), '')
  expect(() => makeFolder(join(root, 'file'))).toThrow(/EEXIST/)
  expect(() => makeFolder(join(root, 'file', 'below'))).toThrow(/ENOTDIR/)
  if (process.platform === 'linux') expect(() => makeFolder('/proc/nope/deep')).toThrow(/ENOENT/)
})
