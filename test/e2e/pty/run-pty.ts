/** Runs programs on bare PTYs for the tests in this folder. */
import { type Clock, systemClock } from '../../../packages/polytty/src/base/clock.js'
import { deferred } from '../../../packages/polytty/src/base/deferred.js'
import { type LocalPty, spawnNativePty } from '../../../packages/polytty/src/session/pty/native-pty.js'
import type { ExitStatus } from '../../../packages/polytty/src/session/pty/port.js'
import { fork, type Start, start } from '../../../packages/polytty/src/session/pty/start.js'

export interface PtyRun {
  readonly pty: LocalPty
  readonly exit: Promise<ExitStatus>
  /** All output so far, as text. */
  output(): string
  /** Resolves when the output contains the text. */
  printed(text: string): Promise<void>
}

/** Both ways to start a program, for tests that must hold for each. */
export const ways: [string, Start][] = [
  ['by the C library', start],
  ["by node-pty's fork", fork],
]

interface RunOptions {
  readonly launch?: Start
  readonly queueBytes?: number
  readonly clock?: Clock
}

export function runPty(program: string, args: readonly string[], extra: RunOptions = {}): PtyRun {
  const chunks: Buffer[] = []
  const exit = deferred<ExitStatus>()
  const wanted = new Set<{ text: string; found: () => void }>()
  const output = () => Buffer.concat(chunks).toString('latin1')
  const options = {
    program,
    path: program,
    args,
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm-256color' },
    cwd: process.cwd(),
    cols: 80,
    rows: 24,
    pixelWidth: 0,
    pixelHeight: 0,
    ...extra,
  }
  const onData = (bytes: Uint8Array) => {
    chunks.push(Buffer.from(bytes))
    if (wanted.size === 0) return
    const text = output()
    for (const want of wanted) {
      if (!text.includes(want.text)) continue
      wanted.delete(want)
      want.found()
    }
  }
  const { clock = systemClock, launch } = extra
  const pty = spawnNativePty(options, { onData, onExit: exit.resolve }, clock, launch)
  const printed = (text: string) => {
    const { promise, resolve } = deferred<void>()
    if (output().includes(text)) resolve()
    else wanted.add({ text, found: resolve })
    return promise
  }
  return { pty, exit: exit.promise, output, printed }
}

export const runShell = (script: string, extra?: RunOptions): PtyRun => runPty('/bin/sh', ['-c', script], extra)
