import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../../../../test/support/new-folder.js'
import { Artifacts, stemOf } from './artifacts.js'
import { resolveSettings, type TuispecOptions } from './settings.js'
import { snapshotTheme } from './themes.js'

const options: TuispecOptions = {
  artifactDir: '/a',
  cols: 134,
  rows: 40,
  timeoutSeconds: 5,
  ambiguityMode: 'fail',
  env: {},
  cwd: process.cwd(),
}

function temporaryFolder(): string {
  const folder = newFolder()
  return folder
}

test('what initialize says beats the server, and the environment beats both', () => {
  expect(resolveSettings(options, {})).toMatchObject({
    cols: 134,
    rows: 40,
    timeoutMs: 5000,
    ambiguity: 'fail',
    updateSnapshots: false,
  })
  const params = {
    timeoutSeconds: 1.5,
    terminalCols: 80,
    ambiguityMode: 'first-visible',
    updateSnapshots: true,
  } as const
  expect(resolveSettings(options, params)).toMatchObject({
    cols: 80,
    timeoutMs: 1500,
    ambiguity: 'first',
    updateSnapshots: true,
  })
  const env = {
    TUISPEC_TIMEOUT_SECONDS: '2',
    TUISPEC_TERMINAL_COLS: '90',
    TUISPEC_UPDATE_SNAPSHOTS: 'no',
    TUISPEC_AMBIGUITY_MODE: 'last',
    TUISPEC_SNAPSHOT_THEME: 'nord',
    TUISPEC_ARTIFACTS_DIR: 'b',
    TUISPEC_PROJECT_ROOT: '/project',
  }
  const settings = resolveSettings({ ...options, env }, params)
  expect(settings).toMatchObject({
    cols: 90,
    timeoutMs: 2000,
    ambiguity: 'last',
    updateSnapshots: false,
    artifactDir: '/project/b',
  })
  expect(settings.theme.name).toBe('nord')
})

test('a relative artifact folder lies in the repository', () => {
  expect(resolveSettings({ ...options, artifactDir: 'art' }, {}).artifactDir).toBe(
    join(import.meta.dirname, '../../../../../art'),
  )
})

test.each([
  [undefined, 'dark'],
  ['15;0', 'dark'],
  ['0;15', 'light'],
  ['0;default;7', 'light'],
  ['0;default', 'dark'],
])('with COLORFGBG %s auto is %s', (colorFgBg, name) => {
  expect(snapshotTheme('auto', colorFgBg ?? '').name).toBe(name)
})

test('themes by name', () => {
  expect(snapshotTheme('pty-default-light').background).toEqual({ r: 255, g: 255, b: 255 })
  expect(snapshotTheme(' Dracula ').name).toBe('dracula')
  expect(() => snapshotTheme('pink')).toThrow('pty-default-dark')
})

test.each([
  ['Hello, World!', 'hello-world'],
  ['--a__b--', 'a-b'],
  ['../../etc/passwd', 'etc-passwd'],
  ['Größe 2', 'größe-2'],
  ['…', 'snapshot'],
  ['', 'snapshot'],
])('the stem of %j is %s', (name, stem) => {
  expect(stemOf(name, 'snapshot')).toBe(stem)
})

test('a new run finds its folder without what the last one left, but with the baselines', () => {
  const folder = temporaryFolder()
  const { root } = new Artifacts(folder, 'Demo')
  writeFileSync(join(root, 'start.ansi.txt'), 'baseline')
  writeFileSync(join(root, 'start.meta.json'), '{}')
  writeFileSync(join(root, 'notes.txt'), 'old')
  mkdirSync(join(root, 'more'))
  writeFileSync(join(root, 'snapshots', 'start.ansi.txt'), 'old')
  expect(new Artifacts(folder, 'demo').root).toBe(root)
  expect(readdirSync(root).sort()).toEqual(['snapshots', 'start.ansi.txt', 'start.meta.json'])
  expect(readdirSync(join(root, 'snapshots'))).toEqual([])
})

test('a folder that leads elsewhere is not emptied', () => {
  const folder = temporaryFolder()
  const elsewhere = temporaryFolder()
  writeFileSync(join(elsewhere, 'precious'), '')
  mkdirSync(join(folder, 'sessions'))
  symlinkSync(elsewhere, join(folder, 'sessions', 'demo'))
  expect(() => new Artifacts(folder, 'demo')).toThrow('symbolic link')
  expect(readdirSync(elsewhere)).toEqual(['precious'])
})
