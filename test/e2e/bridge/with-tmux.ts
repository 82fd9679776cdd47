/** A tmux server of one test, with panes of its own, and a registry that bridges it. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { systemClock } from '../../../packages/polytty/src/base/clock.js'
import { silentLog } from '../../../packages/polytty/src/base/log.js'
import { Bridges } from '../../../packages/polytty/src/bridge/bridges.js'
import type { BridgeSpec } from '../../../packages/polytty/src/bridge/kinds.js'
import { SessionRegistry } from '../../../packages/polytty/src/session/index.js'
import { newFolder } from '../../support/new-folder.js'

export interface Tmux {
  readonly socket: string
  /** Runs a command of tmux; what it prints. */
  run(...args: readonly string[]): string
}

/** `size` is that of its first window, which runs `command`. It ends with the test. */
export function newTmux(command: string, size?: { cols: number; rows: number }): Tmux {
  const tmux = startTmux(command, size)
  onTestFinished(tmux.end)
  return tmux
}

export function startTmux(command: string, { cols, rows } = { cols: 80, rows: 24 }): Tmux & { end(): void } {
  const folder = newFolder()
  const socket = join(folder, 'default')
  const env = { PATH: process.env.PATH, HOME: folder, SHELL: '/bin/sh', PS1: '$ ', ENV: '', TERM: 'xterm-256color' }
  const run = (...args: readonly string[]): string =>
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], { encoding: 'utf8', env, stdio: 'pipe' })
  run('new-session', '-d', '-s', 'main', '-x', String(cols), '-y', String(rows), command)
  const end = (): void => {
    try {
      run('kill-server')
    } catch {
      // It has ended with its last pane.
    }
  }
  return { socket, run, end }
}

export interface Bridged {
  readonly registry: SessionRegistry
  readonly bridges: Bridges
  readonly spec: BridgeSpec
}

/** A registry, and bridges that are not used yet. */
export function bridgeTo({ socket }: Pick<Tmux, 'socket'>): Bridged {
  const registry = new SessionRegistry()
  const bridges = new Bridges({ registry, clock: systemClock, log: silentLog })
  onTestFinished(async () => {
    await registry.dispose({ graceMs: 100 })
    await bridges.stop()
  })
  return { registry, bridges, spec: { kind: 'tmux', where: socket } }
}

/** With every pane a session. */
export async function followed(tmux: Pick<Tmux, 'socket'>): Promise<Bridged> {
  const bridged = bridgeTo(tmux)
  await bridged.bridges.follow(bridged.spec)
  return bridged
}
