import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { newFolder } from '../../../../test/support/new-folder.js'
import { loadConfig, variableOf } from './load.js'

let root: string
let user: string
let project: string
beforeEach(() => {
  root = newFolder()
  user = join(root, 'config', 'polytty', 'config.toml')
  project = join(root, 'work', 'polytty.config.toml')
  for (const file of [user, project]) mkdirSync(dirname(file), { recursive: true })
})

function load(env: NodeJS.ProcessEnv = {}) {
  return loadConfig({ cwd: join(root, 'work'), env: { XDG_CONFIG_HOME: join(root, 'config'), ...env } })
}

test('without files nothing is set, and the places are named', () => {
  expect(load()).toEqual({
    config: {},
    settings: [],
    files: [
      { path: user, found: false },
      { path: project, found: false },
    ],
  })
})

test('the environment wins over the project, the project over the user; each says where it is from', () => {
  writeFileSync(user, '[picture]\ntheme = "nord"\nscale = 3\npadding = 4\n\n[server]\nport = 9500\n')
  writeFileSync(project, '[picture]\nscale = 2\ntheme = "dracula"\n')
  const { config, settings } = load({ POLYTTY_PICTURE_SCALE: '1', POLYTTY_PICTURE_FRAME: 'true' })
  expect(config).toEqual({
    picture: { theme: 'dracula', scale: 1, padding: 4, frame: true },
    server: { port: 9500 },
  })
  expect(settings.map(({ name, source }) => [name, source])).toEqual([
    ['picture.frame', 'POLYTTY_PICTURE_FRAME'],
    ['picture.padding', user],
    ['picture.scale', 'POLYTTY_PICTURE_SCALE'],
    ['picture.theme', project],
    ['server.port', user],
  ])
})

test("a project's file is found from a folder below it", () => {
  writeFileSync(project, '[session]\ncols = 100\n')
  const below = join(root, 'work', 'a', 'b')
  mkdirSync(below, { recursive: true })
  expect(loadConfig({ cwd: below, env: { XDG_CONFIG_HOME: '/nowhere' } }).config).toEqual({ session: { cols: 100 } })
})

describe('what is wrong is named with its file and line', () => {
  test.each([
    ['[picture]\ntheme = "a"\nscale = 9\n', ':3: picture.scale: '],
    ['[picture]\nthem = "a"\n', ':2: unknown setting picture.them; did you mean picture.theme?'],
    ['\n[pictures]\nscale = 1\n', ':2: unknown setting pictures; did you mean picture?'],
    ['[picture\n', ':1: '],
    ['[session]\ncols = "wide"\n', ':2: session.cols: '],
  ])('%j', (text, message) => {
    writeFileSync(user, text)
    expect(() => load()).toThrow(`${user}${message}`)
  })

  test.each([
    ['[server]\ntoken = "x"\n', 'server'],
    ['[picture]\nscale = 1\n[server]\nport = 1\n', 'server'],
  ])('a project may not: %j', (text, section) => {
    writeFileSync(project, text)
    expect(() => load()).toThrow(`a project's file cannot set [${section}], only [session], [picture], [log]`)
  })

  test('in the environment', () => {
    expect(() => load({ POLYTTY_SESSION_COLS: 'many' })).toThrow('POLYTTY_SESSION_COLS=many: ')
  })
})

test('variables are named after settings', () => {
  expect(variableOf('picture.fontSize')).toBe('POLYTTY_PICTURE_FONT_SIZE')
})
