/** The corpus of moments: what is said of each is true, nothing comes after an answer point, and less is claimed with fewer facts. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { faults, runSubject } from '../../../bench/ready/run-subject.js'
import { subjects } from '../../../bench/ready/subjects.js'
import { anotherUser, needs, needsAnotherUser, needsLibc } from '../../support/needs.js'

function requirements(programs: readonly string[]) {
  const libc = needsLibc()
  return libc.skip || programs.length === 0 ? libc : needs(...programs)
}

describe('every moment is what it is', () => {
  for (const subject of subjects)
    test(subject.name, requirements(subject.needs), async () => {
      expect(faults(await runSubject(subject))).toEqual([])
    })
})

test('there are enough of them', () => {
  expect(subjects.reduce((sum, { moments }) => sum + moments.length, 0)).toBeGreaterThanOrEqual(200)
  expect(subjects.length).toBeGreaterThanOrEqual(20)
})

const root = join(import.meta.dirname, '../../..')
const tsx = ['--import', join(root, 'node_modules/tsx/dist/loader.mjs')]

test('another user sees the same of programs of their own', { timeout: 120_000, ...needsAnotherUser() }, () => {
  const script = join(root, 'bench/ready/as-user.ts')
  const { stdout, stderr } = spawnSync(process.execPath, [...tsx, script, String(anotherUser)], {
    encoding: 'utf8',
    cwd: '/',
    env: { ...process.env, POLYTTY_DEBUG: undefined },
  })
  const { moments, wrong } = JSON.parse(stdout || JSON.stringify({ moments: 0, wrong: [stderr] }))
  expect(wrong).toEqual([])
  // Those of programs that every machine has.
  expect(moments).toBeGreaterThan(100)
})
