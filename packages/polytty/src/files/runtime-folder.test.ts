import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { newFolder } from '../../../../test/support/new-folder.js'
import { checkRuntimeFolder, openRuntimeFolder, runtimeFolder } from './runtime-folder.js'

let root: string
beforeEach(() => {
  root = newFolder()
})

test('it lies in XDG_RUNTIME_DIR, or under /tmp by the number of the user', () => {
  expect(runtimeFolder({ XDG_RUNTIME_DIR: '/run/user/7' })).toBe('/run/user/7/polytty')
  expect(runtimeFolder({})).toBe(`/tmp/polytty-${process.getuid?.()}`)
})

test('it is made for its owner alone, and closed if it was open', () => {
  const folder = join(root, 'deep', 'polytty')
  expect(openRuntimeFolder(folder)).toBe(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  chmodSync(folder, 0o777)
  openRuntimeFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('what someone else may have put there is refused', () => {
  mkdirSync(join(root, 'real'))
  symlinkSync(join(root, 'real'), join(root, 'link'))
  expect(() => openRuntimeFolder(join(root, 'link'))).toThrow('is a link')
  writeFileSync(join(root, 'file'), '')
  expect(() => checkRuntimeFolder(join(root, 'file'))).toThrow('is not a folder')
  expect(() => checkRuntimeFolder(join(root, 'missing'))).not.toThrow()
  if (process.getuid?.() !== 0) expect(() => checkRuntimeFolder('/usr')).toThrow('belongs to another user')
})
