/** Runs programs on bare PTYs for the tests in this folder. */
import { type Clock, systemClock } from '../../../src/base/clock.js'
import { deferred } from '../../../src/base/deferred.js'
import { spawnNativePty } from '../../../src/session/pty/native-pty.js'
import type { ExitStatus, Pty } from '../../../src/session/pty/port.js'

export interface PtyRun {
  readonly pty: Pty
  readonly exit: Promise<ExitStatus>
  /** All output so far, as text. */
  output(): string
  /** Resolves when the output contains the text. */
  printed(text: string): Promise<void>
}

interface RunOptions {
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
  const pty = spawnNativePty(options, { onData, onExit: exit.resolve }, extra.clock ?? systemClock)
  const printed = (text: string) => {
    const { promise, resolve } = deferred<void>()
    if (output().includes(text)) resolve()
    else wanted.add({ text, found: resolve })
    return promise
  }
  return { pty, exit: exit.promise, output, printed }
}

export const runShell = (script: string, extra?: RunOptions): PtyRun => runPty('/bin/sh', ['-c', script], extra)
