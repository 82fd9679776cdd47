import { execFileSync } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { newFolder } from '../../../../test/support/new-folder.js'
import { RenderError } from '../render-error.js'
import { openFontFile } from './system.js'

let folder: string
beforeAll(() => {
  folder = newFolder()
})

test('only regular files are read, and nothing is waited for', () => {
  const pipe = join(folder, 'pipe.ttf')
  execFileSync('mkfifo', [pipe])
  const link = join(folder, 'device.ttf')
  symlinkSync('/dev/zero', link)
  for (const path of [pipe, link, folder, '/dev/null'])
    expect(() => openFontFile(path)).toThrow(`cannot read font ${path}: it is not a regular file`)
  expect(() => openFontFile(join(folder, 'missing.ttf'))).toThrow(RenderError)
})

test('an empty file is not a font', () => {
  const path = join(folder, 'empty.ttf')
  writeFileSync(path, '')
  expect(() => openFontFile(path)).toThrow(RenderError)
})
