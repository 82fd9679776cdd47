import { expect, test } from 'vitest'
import { findOnPath } from '../../scripts/programs.mjs'
import { needs } from './needs.js'

test('a program is found once it was asked for', () => {
  expect(['node', 'npm', 'git', 'sh', 'cat'].map((name) => findOnPath(name))).not.toContain(undefined)
  expect(findOnPath('sed')).toBe(undefined)
  const { skip } = needs('sed')
  expect(findOnPath('sed') === undefined).toBe(skip)
})
