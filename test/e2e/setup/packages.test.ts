/** The packages as users get them: packed, installed into an empty project, and used there. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { newFolder } from '../../support/new-folder.js'

const root = join(import.meta.dirname, '../../..')
const names = ['terminal', 'render', 'client', 'polytty']
const INSTALL_MS = 300_000

let folder: string
let tarballs: Readonly<Record<string, string>>
beforeAll(() => {
  folder = newFolder()
  const packed = join(folder, 'packed')
  mkdirSync(packed)
  npm(root, 'pack', '--workspaces', '--pack-destination', packed)
  const files = readdirSync(packed)
  const find = (name: string): string => {
    const pattern = name === 'polytty' ? /^polytty-\d/ : new RegExp(`^polytty-${name}-`)
    return join(packed, files.find((file) => pattern.test(file)) ?? `no tarball of ${name}`)
  }
  expect(files).toHaveLength(names.length)
  tarballs = Object.fromEntries(names.map((name) => [name, find(name)]))
}, INSTALL_MS)

function npm(cwd: string, ...args: readonly string[]): string {
  return execFileSync('npm', ['--no-audit', '--no-fund', '--loglevel=error', ...args], { cwd, encoding: 'utf8' })
}

/** An empty project with some of the packages in it. */
function newProject(name: string, ...packages: readonly string[]): string {
  const project = join(folder, name)
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n')
  npm(project, 'install', '--prefer-offline', ...packages.map((one) => tarballs[one]!))
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

describe('all four together', () => {
  let project: string
  beforeAll(() => {
    project = newProject('all', ...names)
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
})

describe('what checkers of packages say', () => {
  const check = (name: string, command: string, ...args: readonly string[]) =>
    execFileSync(join(root, 'node_modules/.bin', command), args, {
      cwd: join(root, 'packages', name),
      encoding: 'utf8',
    })
  test.each(names)('publint of %s', { timeout: 60_000 }, (name) => {
    expect(check(name, 'publint', '--strict', tarballs[name]!)).toContain('All good!')
  })
  test.each(names)('are the types of %s wrong', { timeout: 60_000 }, (name) => {
    expect(check(name, 'attw', tarballs[name]!, '--profile', 'esm-only', '--no-color')).not.toContain('❌')
  })
})
