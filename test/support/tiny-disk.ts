/** A file system with hardly any room, for tests of a full disk. */
import { execFileSync, spawnSync } from 'node:child_process'
import { expect, onTestFinished } from 'vitest'
import { needs, needsThat } from './needs.js'
import { newFolder } from './new-folder.js'

const mountTiny = (path: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', path]).status === 0

function unmount(path: string): void {
  execFileSync('umount', ['-l', path])
}

/** The path of one of a test's own. */
export function tinyDisk(): string {
  const path = newFolder()
  expect(mountTiny(path)).toBe(true)
  onTestFinished(() => unmount(path))
  return path
}

/** Options of a test that needs one. */
export function needsTinyDisk(): ReturnType<typeof needs> {
  const program = needs('mount')
  if (program.skip) return program
  const path = newFolder()
  const isMounted = mountTiny(path)
  if (isMounted) unmount(path)
  return needsThat(isMounted, 'no right to mount a file system: run as root of the machine')
}
