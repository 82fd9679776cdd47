import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { newFolder } from '../../../../../test/support/new-folder.js'
import { checkProgram } from './program-check.js'

let folder: string

beforeAll(() => {
  folder = newFolder()
  const write = (name: string, text: string, mode: number) => {
    writeFileSync(join(folder, name), text)
    chmodSync(join(folder, name), mode)
  }
  mkdirSync(join(folder, 'bin'))
  write('bin/tool', '#!/bin/sh\n', 0o755)
  write('plain', 'echo hi\n', 0o644)
  write('orphan', '#!/no/such/interpreter -x\n', 0o755)
  write('no-shebang', 'echo hi\n', 0o755)
})

const check = (program: string, PATH = '/usr/bin:/bin') =>
  checkProgram({ program, args: [], env: { PATH }, cwd: folder })

describe('checkProgram', () => {
  test('finds programs on the PATH that the program will see, relative entries included', () => {
    expect(check('tool', `/no/such:${folder}/bin`)).toBe(join(folder, 'bin/tool'))
    expect(check('tool', 'bin')).toBe(join(folder, 'bin/tool'))
    expect(() => check('tool', '/usr/bin')).toThrow(/no such program on the PATH/)
  })

  test('a path is relative to the working directory', () => {
    expect(check('./bin/tool')).toBe(join(folder, 'bin/tool'))
    expect(check('bin/tool')).toBe(join(folder, 'bin/tool'))
    expect(check('./no-shebang')).toBe(join(folder, 'no-shebang'))
  })

  test.each([
    ['./plain', 'program-not-executable'],
    ['./bin', 'program-not-a-file'],
    ['./plain/tool', 'program-missing'],
    ['./orphan', 'interpreter-missing'],
  ])('%s is %s', (program, reason) => {
    expect(() => check(program)).toThrow(
      expect.objectContaining({ code: 'spawn-failed', data: expect.objectContaining({ reason }) }),
    )
  })

  test('a file on the PATH that may not be executed is named, not called missing', () =>
    expect(() => check('plain', folder)).toThrow(/plain is not executable/))
})
