import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newFolder } from '../../../../test/support/new-folder.js'
import { openRegular, readRegular, readRegularSync } from './regular-file.js'

function folder(): string {
  const path = newFolder()
  return path
}

describe.each([
  ['later', readRegular],
  ['at once', async (path: string, maxBytes: number) => readRegularSync(path, maxBytes)],
])('read %s', (_, read) => {
  test('a file, up to a bound', async () => {
    const path = join(folder(), 'file')
    writeFileSync(path, 'content')
    expect((await read(path, 7)).toString()).toBe('content')
    await expect(read(path, 6)).rejects.toThrow('it has 7 bytes, and at most 6 are read')
  })

  test('nothing else', async () => {
    const path = join(folder(), 'pipe')
    execFileSync('mkfifo', [path])
    for (const other of [path, '/dev/zero', tmpdir()])
      await expect(read(other, 1000)).rejects.toThrow('it is not a regular file')
  })

  test.runIf(process.platform === 'linux')('no more than a file says it has: some never end', async () => {
    expect((await read('/proc/self/status', 1000)).length).toBe(0)
  })
})

test('a pipe is not written to', () => {
  const path = join(folder(), 'pipe')
  execFileSync('mkfifo', [path])
  for (const mode of ['append', 'replace'] as const)
    expect(() => openRegular(path, mode)).toThrow('it is not a regular file')
})
