import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { nativePty } from '../../../packages/polytty/src/session/pty/native-fork.js'

const manifest = (path: string): Record<string, Record<string, string>> & { version: string } =>
  JSON.parse(readFileSync(path, 'utf8'))

test('the PTY library is pinned exactly, and that version is installed', () => {
  const wanted = manifest(new URL('../../../packages/polytty/package.json', import.meta.url).pathname).dependencies[
    'node-pty'
  ]
  const installed = manifest(createRequire(import.meta.url).resolve('node-pty/package.json')).version
  expect(wanted).toMatch(/^\d/)
  expect(installed).toBe(wanted)
})

test('its native part has the signatures we rely on', () => {
  const { native } = nativePty()
  const misuse = (method: 'fork' | 'resize') => () => (native[method] as () => void)()
  expect(misuse('fork')).toThrow(/file, args, env, cwd, cols, rows, uid, gid, utf8, helperPath, onexit/)
  expect(misuse('resize')).toThrow(/fd, cols, rows, xPixel, yPixel/)
})
