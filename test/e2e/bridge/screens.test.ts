/**
 * Terminals whose screens can be read and nothing else: real ones where they can be had, and for WezTerm a stand-in that
 * answers as its documented command line does.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../packages/polytty/src/base/clock.js'
import { silentLog } from '../../../packages/polytty/src/base/log.js'
import { type BridgeSpec, Bridges } from '../../../packages/polytty/src/bridge/index.js'
import { type Session, SessionRegistry } from '../../../packages/polytty/src/session/index.js'
import { findOnPath } from '../../../scripts/programs.mjs'
import { needs, needsThat } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'
import { newRegistry, see } from '../session/with-registry.js'

function newBridges(): { registry: SessionRegistry; bridges: Bridges } {
  const registry = new SessionRegistry()
  const bridges = new Bridges({ registry, clock: systemClock, log: silentLog })
  onTestFinished(async () => {
    await registry.dispose()
    await bridges.stop()
  })
  return { registry, bridges }
}

/** What every such bridge can do: the screen, what is typed, what it answers when it cannot, and closing the pane. */
async function expectScreens(spec: BridgeSpec, firstPane: string): Promise<Session> {
  const { registry, bridges } = newBridges()
  await bridges.follow(spec)
  const id = `${spec.kind}:${firstPane}`
  // A terminal that has just been started may not answer at first.
  const later = new Promise<Session>((resolve) => registry.onCreated.on((one) => one.id === id && resolve(one)))
  const session = registry.find(id) ?? (await later)
  expect(session.bridge).toMatchObject({ kind: spec.kind, grade: 'screens' })
  await see(session, 'hello there')
  await session.write('typed é\r')
  await see(session, { type: 'regex', pattern: 'typed é\\s+typed é' })
  expect(() => session.resize(100, 30)).toThrow(`resizing is not supported by this bridge (${spec.kind})`)
  await expect(session.mouse({ type: 'press', button: 'left', row: 0, col: 0 })).rejects.toMatchObject({
    code: 'not-supported',
  })
  const ended = new Promise((resolve) => session.onExit.on(resolve))
  await registry.remove(session)
  expect(await ended).toMatchObject({ code: null, reason: 'the pane was closed' })
  return session
}

const program = ['sh', '-c', 'stty -echo; printf "\\033[31mhello\\033[m there\\n"; stty echo; exec cat']

test('kitty', needs('kitty', 'xvfb-run'), async () => {
  const home = newFolder()
  const socket = join(home, 'kitty')
  const env = { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: home, LIBGL_ALWAYS_SOFTWARE: '1', LANG: 'C.UTF-8' }
  const options = ['--config', 'NONE', '-o', 'allow_remote_control=yes', '-o', 'confirm_os_window_close=0']
  const made = appearing(home, 'kitty')
  const kitty = spawn('xvfb-run', ['-a', 'kitty', ...options, '--listen-on', `unix:${socket}`, ...program], {
    env,
    stdio: 'ignore',
    detached: true,
  })
  onTestFinished(() => endGroup(kitty))
  await made
  await expectScreens({ kind: 'kitty', where: `unix:${socket}` }, '1')
})

test('GNU screen', needs('screen'), async () => {
  const folder = newFolder()
  chmodSync(folder, 0o700)
  process.env.SCREENDIR = folder
  onTestFinished(() => void delete process.env.SCREENDIR)
  const name = `polytty-${process.pid}`
  execFileSync('screen', ['-U', '-dmS', name, ...program])
  execFileSync('screen', ['-S', name, '-X', 'screen', 'cat'])
  onTestFinished(() => void execFileSync('screen', ['-S', name, '-X', 'quit']))
  await expectScreens({ kind: 'screen', where: name }, '0')
})

const zellij = findOnPath('zellij', process.env.POLYTTY_WHOLE_PATH ?? process.env.PATH)

test('zellij', needsThat(zellij !== undefined, 'no zellij: cargo install --locked zellij'), async () => {
  const home = newFolder()
  mkdirSync(join(home, '.config/zellij'), { recursive: true })
  const quiet = 'show_startup_tips false\nshow_release_notes false\ndefault_shell "/bin/sh"\npane_frames false\n'
  writeFileSync(join(home, '.config/zellij/config.kdl'), quiet)
  const layout = `layout { pane command="sh" { args "-c" ${JSON.stringify(program[2])}; }; pane; }`
  writeFileSync(join(home, 'layout.kdl'), layout)
  const env = { HOME: home, XDG_RUNTIME_DIR: home, ZELLIJ_SOCKET_DIR: home, ZELLIJ_CMD: zellij ?? '' }
  const before = { ...process.env }
  Object.assign(process.env, env)
  onTestFinished(() => void (process.env = before))
  const name = `p${process.pid}`
  const outer = await newRegistry().create({
    program: zellij!,
    args: ['-s', name, '-n', join(home, 'layout.kdl')],
    env,
  })
  onTestFinished(() => void execFileSync(zellij!, ['kill-session', name]))
  await see(outer, 'hello there')
  await expectScreens({ kind: 'zellij', where: name }, 'terminal_0')
})

describe('WezTerm, by a stand-in', () => {
  test('does what its documented command line does', async () => {
    const folder = newFolder()
    const standIn = join(import.meta.dirname, 'wezterm-stand-in.mjs')
    process.env.WEZTERM_CMD = `${process.execPath} ${standIn} ${folder}`
    onTestFinished(() => void delete process.env.WEZTERM_CMD)
    await expectScreens({ kind: 'wezterm' }, '0')
  })
})

/** Resolves when the file is there. */
async function appearing(folder: string, name: string): Promise<void> {
  if (existsSync(join(folder, name))) return
  await new Promise<void>((resolve) => {
    const watcher = watch(folder, (_, file) => {
      if (file?.startsWith(name) !== true) return
      watcher.close()
      resolve()
    })
  })
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return
  process.kill(-child.pid, 'SIGTERM')
  await once(child, 'exit')
}
