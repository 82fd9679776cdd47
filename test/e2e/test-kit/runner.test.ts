/** `polytty test`: which files it runs, with what options, what it reports, and with what code it ends. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newFolder } from '../../support/new-folder.js'
import { polytty, type Result } from '../../support/polytty.js'

const root = join(import.meta.dirname, '../../..')

interface Project {
  readonly folder: string
  run(...args: readonly string[]): Promise<Result>
}

function newProject(files: Readonly<Record<string, string>>): Project {
  const folder = newFolder()
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  mkdirSync(join(folder, 'node_modules/@polytty'), { recursive: true })
  symlinkSync(join(root, 'packages/test'), join(folder, 'node_modules/@polytty/test'))
  const env = { PATH: process.env.PATH, HOME: folder }
  return { folder, run: (...args) => polytty(['test', ...args], { cwd: folder, env }) }
}

/** A test file: each line is the body of a test with a title. */
function file(tests: Readonly<Record<string, string>>): string {
  const bodies = Object.entries(tests).map(
    ([title, body]) => `test(${JSON.stringify(title)}, async ({ terminal, launch }) => { ${body} })`,
  )
  return [
    "import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@polytty/test/runner'",
    ...bodies,
  ].join('\n')
}

const passes = "await launch('true')"
const fails = "const t = await launch(['sh', '-c', 'echo hello; exit 3']); await expect(t).toHaveExited(0)"
/** The lines that say what became of tests. */
const lines = ({ stdout }: Result): string[] =>
  stdout
    .split('\n')
    .filter((line) => /^[✓✗~-] |^\d+ \w/.test(line))
    .map((line) => line.replace(/ \(.*\)$/, ''))

describe('polytty test', { timeout: 120_000 }, () => {
  test('runs what is named so, and ends with 1 where something failed', async () => {
    const project = newProject({
      'a.polytty.mjs': file({ one: passes, two: fails }),
      'sub/b.polytty.mjs': file({ three: passes }),
    })
    const result = await project.run('--workers', '1')
    expect(lines(result)).toEqual([
      ...['✓ a.polytty.mjs › one', '✗ a.polytty.mjs › two', '✓ sub/b.polytty.mjs › three', '2 passed, 1 failed'],
    ])
    expect(result.stdout).toContain('expected: exited with exit code 0')
    expect(result.code).toBe(1)
    const again = await project.run('--last-failed', '--retries', '2')
    expect(lines(again)).toEqual(['✗ a.polytty.mjs › two', '1 failed'])
    expect(again.stdout).toContain('3 runs')
    expect(readdirSync(join(project.folder, 'test-results/a.polytty.mjs'))).toEqual(['two'])
    writeFileSync(join(project.folder, 'a.polytty.mjs'), file({ one: passes, two: passes }))
    await project.run()
    expect(readdirSync(join(project.folder, 'test-results/a.polytty.mjs'))).toEqual([])
    expect(lines(await project.run('sub/*.mjs'))).toEqual(['✓ sub/b.polytty.mjs › three', '1 passed'])
    expect(lines(await project.run('sub'))).toEqual(['✓ sub/b.polytty.mjs › three', '1 passed'])
    expect(lines(await project.run('-t', 'thr'))).toEqual(['✓ sub/b.polytty.mjs › three', '1 passed'])
  })

  test('retries make flaky ones pass, and repeats find them', async () => {
    const body = "globalThis.n = (globalThis.n ?? 0) + 1; if (globalThis.n % 3 === 0) throw new Error('every third')"
    const project = newProject({ 'a.polytty.mjs': file({ sometimes: body }) })
    const repeated = await project.run('--repeat', '5')
    expect(repeated.stdout).toContain('in round 3 of 5: every third')
    expect(repeated.code).toBe(1)
    const retried = await project.run('--repeat', '5', '--retries', '1')
    expect(lines(retried)).toEqual(['~ a.polytty.mjs › sometimes', '1 flaky'])
    expect(retried.code).toBe(0)
  })

  test('shards, and reports as JSON and JUnit with attachments', async () => {
    const project = newProject({ 'a.polytty.mjs': file({ one: fails }), 'b.polytty.mjs': file({ two: passes }) })
    expect(lines(await project.run('--shard', '2/2'))).toEqual(['✓ b.polytty.mjs › two', '1 passed'])
    await project.run('--shard', '1/2', '--reporter', 'json,junit')
    const { tests } = JSON.parse(readFileSync(join(project.folder, 'test-results/results.json'), 'utf8'))
    expect(tests).toMatchObject([{ title: 'one', status: 'failed', runs: 1 }])
    const junit = readFileSync(join(project.folder, 'test-results/junit.xml'), 'utf8')
    expect(junit).toMatch(/<testsuites tests="1" failures="1" skipped="0"/)
    expect(junit).toMatch(/<testcase classname="\w+\.polytty\.mjs"/)
    const [, attached] = /\[\[ATTACHMENT\|(.*?screen\.txt)\]\]/.exec(junit)!
    expect(readFileSync(attached!, 'utf8')).toContain('hello')
  })

  test('describe, hooks, skip, only and options by scope', async () => {
    const body = `
      const seen = []
      beforeAll(() => seen.push('all'))
      describe('inner', () => {
        test.use({ size: '33x11' })
        beforeEach(() => seen.push('each'))
        test('sees both', async ({ launch }) => {
          const t = await launch(['sh', '-c', 'stty size; read x'])
          await expect(t).toContainText('11 33')
          if (seen.join() !== 'all,each') throw new Error(seen.join())
        })
        test.skip('not this', async () => {})
      })
      describe.skip('nor these', () => { test('x', () => {}) })`
    const project = newProject({ 'a.polytty.mjs': `${file({ outer: passes })}${body}` })
    expect(lines(await project.run())).toEqual([
      ...['✓ a.polytty.mjs › outer', '✓ a.polytty.mjs › inner sees both', '- a.polytty.mjs › inner not this'],
      ...['- a.polytty.mjs › nor these x', '2 passed, 2 skipped'],
    ])
  })

  test('snapshots are written with --update, and obsolete ones listed', async () => {
    const body = "const t = await launch(['sh', '-c', 'echo hi; read x']); await expect(t).toMatchScreen()"
    const project = newProject({ 'a.polytty.mjs': file({ one: body }) })
    const missing = await project.run('--update', 'none')
    expect(missing.stdout).toContain('there is no such snapshot')
    expect((await project.run('--update')).code).toBe(0)
    writeFileSync(join(project.folder, '__screens__/a.polytty.mjs/old.screen.txt'), '')
    const again = await project.run('--update', 'none')
    expect(again.stdout).toMatch(/obsolete snapshots, which no test asks for:\n {2}.*old\.screen\.txt/)
    expect(again.code).toBe(0)
  })

  test('a mode of snapshots that is none is refused before anything is run', async () => {
    const project = newProject({ 'pt/c.polytty.mjs': file({ one: passes }) })
    const refused = await project.run('--update', 'pt/c.polytty.mjs')
    expect(refused).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'polytty: --update pt/c.polytty.mjs: not one of all, changed, missing, none\n  For these files write: --update=changed pt/c.polytty.mjs\n',
    })
    expect((await project.run('--update', 'pt/*.mjs')).stderr).toContain('write: --update=changed pt/*.mjs\n')
    expect((await project.run('--update', 'al')).stderr).toBe(
      'polytty: --update al: not one of all, changed, missing, none\n',
    )
    expect((await project.run('--update=changed', 'pt/c.polytty.mjs')).code).toBe(0)
    const env = { PATH: process.env.PATH, HOME: project.folder, POLYTTY_UPDATE: 'al' }
    expect(await polytty(['test'], { cwd: project.folder, env })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'polytty: POLYTTY_UPDATE is al: one of all, changed, missing, none\n',
    })
  })

  test('where no test is run, that is a failure', async () => {
    const project = newProject({ 'a.polytty.mjs': file({ one: fails }), 'b.polytty.mjs': file({}) })
    await project.run()
    const none = await project.run('-t', 'nosuch')
    expect(none).toMatchObject({ code: 1, stderr: 'polytty: no test was run: no title has "nosuch" in it\n' })
    expect(await project.run('b.polytty.mjs')).toMatchObject({
      code: 1,
      stderr: 'polytty: no test was run: there is none in b.polytty.mjs\n',
    })
    expect(lines(await project.run('--last-failed'))).toEqual(['✗ a.polytty.mjs › one', '1 failed'])
    expect((await project.run('--shard', '3/3')).code).toBe(0)
  })

  test('files of one name in two folders leave their failures apart', async () => {
    const project = newProject({ 'c.polytty.mjs': file({ f: fails }), 'pt/c.polytty.mjs': file({ f: fails }) })
    await project.run()
    for (const folder of ['c.polytty.mjs/f', 'pt/c.polytty.mjs/f'])
      expect(readFileSync(join(project.folder, 'test-results', folder, 'screen.txt'), 'utf8')).toContain('hello')
  })

  test('a forgotten await fails its test, and the file goes on', async () => {
    const forgotten = {
      during: "Promise.reject(new Error('no one waits')); await launch('true')",
      'at its end': "void (async () => { await null; throw new Error('too late') })()",
      'an expectation': "const t = await launch(['sh', '-c', 'echo shown; read x']); expect(t).toContainText('never')",
      after: passes,
    }
    const project = newProject({ 'a.polytty.mjs': file(forgotten) })
    const result = await project.run()
    expect(lines(result)).toEqual([
      ...['✗ a.polytty.mjs › during', '✗ a.polytty.mjs › at its end', '✗ a.polytty.mjs › an expectation'],
      ...['✓ a.polytty.mjs › after', '1 passed, 3 failed'],
    ])
    expect(result.stdout).toMatch(
      / {4}no one waits\n( {4} +at .*\n)+ {4}this was not awaited: an await is missing\n {4}artifact/,
    )
    expect(result.stdout).toContain('    too late\n')
    const [, screen] =
      /expected: a screen with text that contains "never"\n[^✓]* (\/.*an-expectation\/screen\.txt)\n/.exec(
        result.stdout,
      )!
    expect(readFileSync(screen!, 'utf8')).toContain('shown')
    expect(result.stderr).toBe('')
  })

  test('step files of termwright pass or name the step that failed', async () => {
    const steps = (text: string): string =>
      JSON.stringify({
        session: { command: 'sh', args: ['-c', 'echo hi; read x'] },
        steps: [{ expectText: { text, timeoutMs: 200 } }],
      })
    const project = newProject({ 'good.steps.json': steps('hi'), 'bad.steps.json': steps('bye') })
    const result = await project.run()
    expect(lines(result)).toContain('✓ good.steps.json › good.steps.json')
    expect(result.stdout).toContain('step 1, expectText: ')
    expect(result.code).toBe(1)
  })

  test('what is wrong with a file, a worker or a flag is said', async () => {
    const project = newProject({
      'a.polytty.mjs': 'throw new Error("broken file")',
      'b.polytty.mjs': file({ dies: 'process.exit(7)' }),
    })
    const result = await project.run()
    expect(result.stdout).toContain('broken file')
    expect(result.stdout).toContain('the process that ran this file ended with 7')
    expect((await project.run('--shard', '3/2')).stderr).toContain('write which of how many, as in 1/4')
    expect(await project.run('--reporter', 'html')).toMatchObject({
      code: 2,
      stderr: 'polytty: no reporter html: one or more of list, json, junit\n',
    })
    expect(await project.run('nothing/*.mjs')).toMatchObject({
      code: 2,
      stderr: 'polytty: no test files: nothing/*.mjs\n',
    })
    const slow = newProject({
      'a.polytty.mjs': file({ hangs: 'await new Promise(() => setInterval(() => {}, 1000))' }),
    })
    expect((await slow.run('--timeout', '50')).stdout).toContain('the test took longer than 50 ms')
  })
})
