/** The example in every runner, in a project of its own with the packages as users get them. */
import { execFile } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { needsThat } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'
import { npm, packPackages } from '../../support/packed.js'

const runners = ['jest@30.5.2', '@playwright/test@1.65.0', 'vitest@4.1.12', 'typescript@5.9.3', '@types/node@20']

/** The example's folder with everything installed; null where packages cannot be had. */
function install(): string | null {
  const project = join(newFolder(), 'project')
  cpSync(join(import.meta.dirname, '../../../examples/test-kit'), project, { recursive: true })
  try {
    npm(project, 'install', '--prefer-offline', '--no-save', ...runners, ...Object.values(packPackages()))
    return project
  } catch {
    return null
  }
}

const project = install()
const needed = needsThat(project !== null, `no registry of packages to install ${runners.join(', ')} from`)

interface Ended {
  readonly code: number
  readonly output: string
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const options = { cwd: project!, env: { PATH: process.env.PATH, HOME: project!, CI: '1', ...env } }
  return new Promise((resolve) =>
    execFile(command, [...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    ),
  )
}

const bin = (name: string): string => join(project ?? '', 'node_modules/.bin', name)

const screens = (name: string): string => join(project ?? '', '__screens__', name)

describe('the to-do example', needed, () => {
  test.each([
    ['Vitest', bin('vitest'), ['run'], /3 passed/, 'todo.vitest.test.mjs'],
    ['node:test', process.execPath, ['--test', 'todo.node.test.mjs'], /# pass 1/, 'todo.node.test.mjs'],
    ['Jest, without flags', bin('jest'), [], /Tests: +1 passed/, 'todo.jest.test.cjs'],
    ['Playwright Test', bin('playwright'), ['test', '--reporter=list'], /1 passed/, null],
    ['polytty test', bin('polytty'), ['test'], /2 passed/, 'todo.polytty.mjs'],
  ] as const)('%s', { timeout: 120_000 }, async (_, command, args, passed, file) => {
    if (file) writeFileSync(join(screens(file), 'obsolete.screen.txt'), '')
    const { code, output } = await run(command, args)
    expect(output).toMatch(passed)
    expect(code).toBe(0)
    if (file) expect(output).toMatch(/obsolete snapshots, which no test asks for:\n.*obsolete\.screen\.txt/)
  })

  test.each([
    ['Vitest', bin('vitest'), ['run', '-u'], 'todo.vitest.test.mjs'],
    ['Jest', bin('jest'), ['-u'], 'todo.jest.test.cjs'],
    ['Playwright Test', bin('playwright'), ['test', '--update-snapshots=changed'], 'todo.playwright.spec.mjs'],
  ] as const)(
    '%s writes snapshots where its own flag says so',
    { timeout: 120_000 },
    async (_, command, args, file) => {
      const path = join(screens(file), 'ticks-an-item.screen.txt')
      const before = readFileSync(path, 'utf8')
      writeFileSync(path, before.replace('call mum', 'call dad'))
      expect((await run(command, args)).output).toContain('passed')
      expect(readFileSync(path, 'utf8')).toBe(before)
    },
  )

  test('the types of every entry', { timeout: 120_000 }, async () => {
    const entries = ['vitest', 'node', 'jest', 'playwright', 'runner']
    const uses = entries.map((entry) => {
      writeFileSync(
        join(project!, `types-${entry}.ts`),
        `import { expect, test } from '@polytty/test/${entry}'
        test.use({ program: ['node', 'todo.mjs'], size: '60x14', profile: 'kitty' })
        test('types', async ({ terminal, launch }) => {
          await expect(terminal.getByRole('button', { name: /Quit/ })).toBeVisible({ fresh: true })
          await expect(terminal.row(0)).not.toHaveStyle({ fg: 'red', bold: true })
          // @ts-expect-error there is no such role
          terminal.getByRole('knob')
          // @ts-expect-error there is no such colour
          await expect(terminal.row(0)).toHaveStyle({ fg: 'rde' })
          const other = await launch('vim', { size: '80x24' })
          await other.press('Escape')
        })\n`,
      )
      return `types-${entry}.ts`
    })
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck']
    expect((await run(bin('tsc'), [...flags, ...uses])).output).toBe('')
  })
})

describe('a program that ends too early', needed, () => {
  beforeAll(() => {
    if (project) writeFileSync(join(project, 'todo.mjs'), "console.log('something is wrong'); process.exit(1)\n")
  })

  test.each([
    ['Vitest', bin('vitest'), ['run', '-t', 'ticks an item']],
    ['node:test', process.execPath, ['--test', 'todo.node.test.mjs']],
    ['Jest', bin('jest'), []],
    ['Playwright Test', bin('playwright'), ['test', '--reporter=list']],
    ['polytty test', bin('polytty'), ['test', 'todo.polytty.mjs']],
  ] as const)('%s fails with the screen and what is left of it', { timeout: 120_000 }, async (_, command, args) => {
    const { code, output } = await run(command, args)
    expect(code).not.toBe(0)
    expect(output).toContain('nothing matches, when the program ended')
    expect(output).toContain('something is wrong')
    const [, cast] = /(\/\S+\/session\.cast)/.exec(output)!
    expect(readFileSync(cast!, 'utf8')).toContain('something is wrong')
  })
})
