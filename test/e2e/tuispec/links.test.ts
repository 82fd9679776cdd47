/** Links below the artifacts' folder: nothing is emptied or written through them. */
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Artifacts } from '../../../packages/polytty/src/protocols/tuispec/artifacts.js'
import { writeArtifact } from '../../../packages/polytty/src/protocols/tuispec/files.js'
import { newFolder } from '../../support/new-folder.js'

function folders(): { outside: string; artifacts: string } {
  const root = newFolder()
  const [outside, artifacts] = [join(root, 'outside'), join(root, 'artifacts')]
  mkdirSync(join(outside, 'one'), { recursive: true })
  mkdirSync(artifacts)
  writeFileSync(join(outside, 'one', 'precious'), 'kept')
  return { outside, artifacts }
}

test.each(['sessions', 'sessions/one'])('%s as a link is refused, and what it leads to is left alone', (link) => {
  const { outside, artifacts } = folders()
  if (link !== 'sessions') mkdirSync(join(artifacts, 'sessions'))
  symlinkSync(link === 'sessions' ? outside : join(outside, 'one'), join(artifacts, link))
  expect(() => new Artifacts(artifacts, 'one')).toThrow(/is a symbolic link/)
  expect(readFileSync(join(outside, 'one', 'precious'), 'utf8')).toBe('kept')
})

test('a file is not written through a link', () => {
  const { outside, artifacts } = folders()
  const { root } = new Artifacts(artifacts, 'one')
  symlinkSync(join(outside, 'one', 'precious'), join(root, 'view.ansi.txt'))
  expect(() => writeArtifact(join(root, 'view.ansi.txt'), 'forged')).toThrow(/cannot write/)
  expect(readFileSync(join(outside, 'one', 'precious'), 'utf8')).toBe('kept')
})

test.each(['', 'snapshots'])('a folder that becomes a link later is not written into: %s', (name) => {
  const { outside, artifacts } = folders()
  const { root } = new Artifacts(artifacts, 'one')
  const folder = join(root, name)
  const path = join(folder, 'view.ansi.txt')
  rmSync(folder, { recursive: true })
  symlinkSync(join(outside, 'one'), folder)
  expect(() => writeArtifact(path, 'forged')).toThrow(/has become a link/)
  expect(readdirSync(join(outside, 'one'))).toEqual(['precious'])
})
