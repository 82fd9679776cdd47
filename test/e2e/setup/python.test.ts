/** The Python package as its users get it: a wheel with the server in it, and its own tests. */
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { pythonTest } from '../../../scripts/programs.mjs'
import { needsPytest, pythonInterpreter } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'

const root = join(import.meta.dirname, '../../..')
const LONG_MS = 300_000

describe('a wheel', needsPytest('bash'), () => {
  let site: string
  let tests: string
  beforeAll(() => {
    const out = newFolder()
    execFileSync(process.execPath, [join(root, 'scripts/python-wheel.mjs'), '--out', out])
    const [wheel] = readdirSync(out)
    expect(wheel).toMatch(/^polytty-[\d.]+-py3-none-manylinux_2_28_\w+\.whl$/)
    site = newFolder()
    const install = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--no-index', '--target', site, join(out, wheel!)]
    execFileSync(pythonInterpreter(), install)
    tests = newFolder()
    cpSync(join(root, 'python/tests'), tests, { recursive: true })
    cpSync(join(root, 'examples/test-kit'), join(tests, 'example'), { recursive: true })
  }, LONG_MS)

  async function python(...args: readonly string[]): Promise<string> {
    const env = {
      HOME: newFolder(),
      LANG: 'C.UTF-8',
      CI: 'true',
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
      PYTHONPATH: [site, pythonTest].join(delimiter),
    }
    const ran = promisify(execFile)(pythonInterpreter(), args, { cwd: tests, env })
    return ran.then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => `failed:\n${stdout}${stderr}`,
    )
  }

  test('its own tests pass, and so does the example', { timeout: LONG_MS }, async () => {
    expect(await python('-m', 'pytest', '-q', '--no-header', '--import-mode=importlib', '.')).toMatch(
      /\n\d+ passed in [\d.]+s\n$/,
    )
  })

  test('its types hold', { timeout: LONG_MS }, async () => {
    expect(await python('-m', 'mypy', '--strict', '-p', 'polytty')).toMatch(/^Success/)
  })

  test('it is the command too', { timeout: LONG_MS }, async () => {
    expect(await python('-m', 'polytty', '--version')).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})
