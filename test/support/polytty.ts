/** The command as a user has it: a home and a runtime folder of its own, and nothing else of ours. */
import { type ExecFileOptions, execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { newFolder } from './new-folder.js'
import { newPortRange } from './port-range.js'

export const bin = join(import.meta.dirname, '../../bin/polytty')

export interface Result {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface User {
  readonly home: string
  readonly env: NodeJS.ProcessEnv
  run(...args: readonly string[]): Promise<Result>
}

/** Someone with an empty home, whose servers end with the test. */
export function newUser(more: NodeJS.ProcessEnv = {}): User {
  const home = newFolder()
  const runtime = join(home, 'run')
  mkdirSync(runtime)
  const ports = newPortRange()
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    SHELL: '/bin/sh',
    // Hosts of servers that a test has killed end soon after it.
    POLYTTY_SERVER_KEEP: '5',
    // Ports of their own: a server of another test must not be found by them.
    POLYTTY_FIRST_PORT: ports.first,
    ...more,
  }
  const run = (...args: readonly string[]): Promise<Result> => polytty(args, { cwd: home, env })
  onTestFinished(async () => {
    await run('stop')
    ports.release()
  })
  return { home, env, run }
}

/** `options` may name another user, where the caller is root. */
export function polytty(args: readonly string[], options: ExecFileOptions): Promise<Result> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [bin, ...args],
      { ...options, encoding: 'utf8' },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    )
    child.stdin?.end()
  })
}
