/** The packages as users get them: packed, installed into an empty project, and used there. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { newFolder } from '../../support/new-folder.js'
import { npm, type PackageName, packageNames, packPackages } from '../../support/packed.js'

const root = join(import.meta.dirname, '../../..')
const INSTALL_MS = 300_000

let folder: string
let tarballs: ReturnType<typeof packPackages>
beforeAll(() => {
  folder = newFolder()
  tarballs = packPackages()
}, INSTALL_MS)

/** An empty project with some of the packages in it. */
function newProject(name: string, ...packages: readonly PackageName[]): string {
  const project = join(folder, name)
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n')
  npm(project, 'install', '--prefer-offline', ...packages.map((one) => tarballs[one]))
  return project
}

function run(project: string, code: string): string {
  const file = join(project, 'run.mjs')
  writeFileSync(file, code)
  return execFileSync(process.execPath, [file], { cwd: project, encoding: 'utf8' }).trim()
}

test('the engine alone is one package without scripts', { timeout: INSTALL_MS }, () => {
  const project = newProject('engine', 'terminal')
  const installed = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))
  expect(installed).toEqual(['@polytty'])
  expect(readdirSync(join(project, 'node_modules/@polytty'))).toEqual(['terminal'])
  const manifest = JSON.parse(readFileSync(join(project, 'node_modules/@polytty/terminal/package.json'), 'utf8'))
  expect(manifest).not.toHaveProperty('scripts')
  expect(manifest).not.toHaveProperty('dependencies')
  const code = `
    import { Terminal } from '@polytty/terminal'
    const terminal = new Terminal({ cols: 20, rows: 2 })
    terminal.write(new TextEncoder().encode('\\x1b[1mbold\\x1b[m plain'))
    console.log(terminal.snapshot().text().trim())
    try { new Terminal({ cols: 0, rows: 0 }) } catch (error) { console.log(error.name) }`
  expect(run(project, code)).toBe('bold plain\nRangeError')
})

describe('all together', () => {
  let project: string
  beforeAll(() => {
    project = newProject('all', ...packageNames)
  }, INSTALL_MS)

  test('a session, a picture and a recording, without a server', { timeout: 60_000 }, () => {
    const code = `
      import { SessionRegistry } from 'polytty'
      import { parseCast, renderPng, renderSvg } from 'polytty/render'
      import { recordSession } from 'polytty/record'
      import { readFileSync } from 'node:fs'
      const sessions = new SessionRegistry()
      const session = await sessions.create({ program: 'cat', cols: 20, rows: 3 })
      const recorder = recordSession(session, { file: 'cat.cast' })
      await session.write('meow\\r')
      await session.wait({ type: 'text', text: 'meow' })
      recorder.stop()
      const picture = renderPng(session.snapshot())
      console.log(picture.bytes.subarray(1, 4).toString(), renderSvg(session.snapshot()).svg.includes('<svg'))
      console.log(parseCast(readFileSync('cat.cast', 'utf8')).events.some(({ data }) => data.includes('meow')))
      await sessions.dispose()`
    expect(run(project, code)).toBe('PNG true\ntrue')
  })

  test('a server and its client, and the client without a server', { timeout: 60_000 }, () => {
    const code = `
      import { openInProcess, startServer } from 'polytty'
      import { connect } from '@polytty/client'
      const server = await startServer({ port: 0 })
      const near = await openInProcess()
      for (const client of [await connect(server.url), near.client]) {
        const { sessionId } = await client.call('Session.create', { shell: '/bin/echo', args: ['hello'] })
        const { found } = await client.call('Screen.waitForText', { sessionId, pattern: 'hello' })
        console.log(found)
        client.close()
      }
      await near.stop()
      await server.stop()`
    expect(run(project, code)).toBe('true\ntrue')
  })

  test('the command, with its plugins and its page', { timeout: 60_000 }, () => {
    const bin = join(project, 'node_modules/.bin/polytty')
    const { version } = JSON.parse(readFileSync(join(root, 'packages/polytty/package.json'), 'utf8'))
    expect(execFileSync(bin, ['--version'], { encoding: 'utf8' }).trim()).toBe(version)
    const listed = execFileSync(bin, ['ptywright', 'serve', '--stdio'], {
      input: '{"jsonrpc":"2.0","id":1,"method":"adapter.list"}\n',
      encoding: 'utf8',
    })
    expect(listed).toContain('claude-code')
    const web = readdirSync(join(project, 'node_modules/polytty/dist/web'))
    expect(web).toContain('index.html')
  })

  test('without the test kit, polytty test says how to get it', { timeout: 60_000 }, () => {
    const kit = join(project, 'node_modules/@polytty/test')
    renameSync(kit, join(project, 'away'))
    const { status, stderr } = spawnSync(join(project, 'node_modules/.bin/polytty'), ['test'], {
      cwd: project,
      encoding: 'utf8',
    })
    renameSync(join(project, 'away'), kit)
    expect(stderr).toBe(
      'polytty: the runner is not installed here\n  Install it in the project: npm install --save-dev @polytty/test\n',
    )
    expect(status).toBe(1)
  })
})

describe('what checkers of packages say', () => {
  const check = (name: string, command: string, ...args: readonly string[]) =>
    execFileSync(join(root, 'node_modules/.bin', command), args, {
      cwd: join(root, 'packages', name),
      encoding: 'utf8',
    })
  test.each(packageNames)('publint of %s', { timeout: 60_000 }, (name) => {
    expect(check(name, 'publint', '--strict', tarballs[name])).toContain('All good!')
  })
  test.each(packageNames)('are the types of %s wrong', { timeout: 60_000 }, (name) => {
    // The entry for Jest is CommonJS, and ES modules know its names all the same.
    const ignored = name === 'test' ? ['--exclude-entrypoints', './jest'] : []
    const said = check(name, 'attw', tarballs[name], '--profile', 'esm-only', '--no-color', ...ignored)
    expect(said).not.toContain('❌')
  })
})
