/**
 * The tests on a machine that has nothing but Node, git, a shell and the core utilities: those that need more are
 * skipped with a reason, the rest passes. And on one whose user has shell files that tests must never read.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findOnPath, testPrograms } from '../../../scripts/programs.mjs'
import { needs } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'

const root = join(import.meta.dirname, '../../..')
const folder = newFolder()

/** In these every test asks for all it uses, by a list; they take long. */
const listed = /^test\/e2e\/(?:setup|ready|agent)\//

/** A whole run of tests within a test, on however busy a machine. */
const LONG_MS = 1_200_000

/** Files with a test that asks for a program; all others have the PATH of a poor machine anyway. */
function asking(): string[] {
  const files = ['test', 'packages'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((file) => `${top}/${file}`),
  )
  return files
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules') && !listed.test(file))
    .filter((file) => /support\/(?:needs|conformance\/)/.test(readFileSync(join(root, file), 'utf8')))
}

/** Runs tests in a process of their own, as `npx vitest run` would; colours and the caller's own vitest are left out. */
function runTests(paths: readonly string[], env: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...paths]
  const own = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|CI$|FORCE_COLOR$)/.test(name))
  return runNode(args, { ...Object.fromEntries(own), NO_COLOR: '1', ...env })
}

function runNode(args: readonly string[], env: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
  return new Promise((resolve) =>
    execFile(process.execPath, args, { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    ),
  )
}

test('the set-up installs nothing where that is forbidden, and says what is missing and how to get it', async () => {
  const env = { ...process.env, PATH: process.env.POLYTTY_BARE_PATH, POLYTTY_NO_INSTALL: '1', CI: 'true' }
  const { code, output } = await runNode([join(root, 'scripts/prepare-tests.mjs')], env)
  expect(code, output).toBe(0)
  expect(output).toMatch(
    /^polytty set-up: tests that need .*\bvim\b.* will be skipped; .*: apt-get install -y .*\bvim\b/,
  )
  expect(output).not.toContain('installing')
})

test('what needs a program is skipped, counted by reason, and the run is green', { timeout: LONG_MS }, async () => {
  const { code, output } = await runTests(asking(), { PATH: process.env.POLYTTY_BARE_PATH, POLYTTY_NO_INSTALL: '1' })
  expect(code, output).toBe(0)
  for (const name of ['vim', 'less', 'nano', 'htop', 'mc', 'chromium', 'ffmpeg', 'bash', 'zsh', 'fish']) {
    expect(output).toContain(`no ${name}: apt-get install ${testPrograms[name].packages.join(' ')}\n`)
  }
  expect(output).toMatch(/ \d {2}no vim: .*\n(?: +\d+ in .*\n)* +1 in test\/e2e\/programs\/programs\.test\.ts/)
  expect(output).toMatch(/Test Files {2}\d+ passed \| \d+ skipped/)
})

test('a test that is skipped without a reason fails the run', async () => {
  const other = join(folder, 'other')
  mkdirSync(join(other, 'test'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(other, 'node_modules'))
  const text = "import { test } from 'vitest'\ntest('one', () => {})\ntest.skip('two', () => {})\n"
  writeFileSync(join(other, 'test/some.test.ts'), text)
  const { code, output } = await runTests(['--root', other, '--config', join(root, 'vitest.config.ts')], {})
  expect(output).toMatch(/ 1 {2}no reason given.*\n +1 in test\/some\.test\.ts/)
  expect(code).toBe(1)
})

test("no one's own shell files are read", needs('bash'), async () => {
  const [home, trace] = [join(folder, 'home'), join(folder, 'trace')]
  for (const file of ['.bashrc', '.profile', '.zshrc', '.config/fish/config.fish']) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), `echo ${file} >>${trace}\n`)
  }
  const env = {
    HOME: home,
    ZDOTDIR: home,
    ENV: join(home, '.profile'),
    BASH_ENV: join(home, '.bashrc'),
    XDG_CONFIG_HOME: join(home, '.config'),
    SHELL: findOnPath('bash'),
  }
  const { code, output } = await runTests(['test/e2e/shared/command.test.ts', '-t', 'the default session'], env)
  expect(code, output).toBe(0)
  expect(existsSync(trace)).toBe(false)
})

test.each(['bench', 'attack', 'soak'])('npm run %s has a HOME of its own', (name) => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  expect(scripts[name]).toContain('--import ./scripts/own-home.mjs')
})
