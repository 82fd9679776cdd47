/**
 * A program in a session of its own, as if it had been started here: its bytes on standard output, standard input for it,
 * signals that end it. It begins once its output is subscribed to, so that none of it is lost.
 */
import type { Client } from '@polytty/client'
import { systemClock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { deferred } from '../base/deferred.js'
import { watchOutput } from '../cli-kit/failure.js'
import { untilSignal } from '../cli-kit/signals.js'
import { windowSize } from '../cli-kit/window-size.js'
import { exitStatus } from '../record/exit-status.js'
import type { Place } from './callers-place.js'
import { typePiped } from './piped-input.js'
import { ProgramOutput } from './program-output.js'
import { shortName } from './session-target.js'

/** As `timeout` of the core utilities has it. */
export const TIMED_OUT = 124

/** Bytes that wait for whoever reads the output, before the program has to. */
const MOST_WAITING = 64 * 1024 * 1024

/** Waits for a line, sets the echo, reports whether there is such a program, and becomes it. */
const GATE = `stty -echo 2>/dev/null; read -r _; stty "$1" 2>/dev/null; shift
command -v "$1" >/dev/null || { printf '\\025'; exit 127; }
printf '\\006'; exec "$@"`

export async function runAlone(
  client: Client,
  words: readonly string[],
  { timeoutS, ...place }: Place & { readonly timeoutS: number },
): Promise<void> {
  const { stdin, stdout } = process
  const interrupted = untilSignal()
  // One word may be a whole command line; several are a program and its arguments as they are.
  const program = words.length === 1 ? ['/bin/sh', '-c', words[0]!] : words
  // What is piped in is data: the program's output must not repeat it.
  const args = ['-c', GATE, 'sh', stdin.isTTY ? 'echo' : '-echo', ...program]
  const size = stdout.isTTY ? windowSize() : { cols: 120 }
  const { sessionId } = await client.call('Session.create', { shell: '/bin/sh', args, ...size, ...place })

  const done = deferred<number | null>()
  done.promise.catch(() => {})
  let ending: Promise<unknown> | null = null
  let isOver = false
  let release: (() => void) | null = null
  const end = (signal?: string) => {
    release?.()
    return (ending ??= client.call('Session.destroy', { sessionId, signal }))
  }
  const endThen = (next: () => void, signal?: string) => void end(signal).then(next, done.reject)
  const fail = (error: unknown) => isOver || endThen(() => done.reject(error))

  client.onClose((reason) => done.reject(new CoreError('not-found', reason)))
  void interrupted.then((signal) => endThen(() => done.resolve(exitStatus({ code: null, signal })), signal))
  const output = new ProgramOutput({
    write: (bytes) => {
      stdout.write(bytes)
      if (stdout.writableLength < MOST_WAITING || release || ending) return
      release = client.hold()
      if (!release) fail(new CoreError('resource-limit', 'the output is not being read as fast as the program prints'))
      stdout.once('drain', () => {
        release?.()
        release = null
      })
    },
    started: () => {
      if (!stdin.isTTY) void typePiped(client, sessionId, stdin).catch(fail)
    },
    missing: () => fail(new CoreError('spawn-failed', `cannot start ${JSON.stringify(program[0])}: no such program`)),
  })
  // A reader that went away (`| head`) wants no more of it.
  watchOutput((error) => {
    output.close()
    if (error.code === 'EPIPE') endThen(() => done.resolve(0), 'SIGHUP')
    else fail(error)
  })
  await client.subscribe(sessionId, ['Session.output', 'Session.exited'], ({ event, data }) => {
    if (event === 'Session.output') output.take(Buffer.from(data.data, 'base64'))
    else if (!ending) done.resolve(exitStatus({ code: data.exitCode, signal: data.signal }))
  })
  const timer = systemClock.after(timeoutS * 1000, () => done.resolve(null))
  try {
    await client.call('Input.sendText', { sessionId, text: '\n' })
    const status = await done.promise
    output.end()
    if (status === null) throw stillRunning(sessionId, timeoutS)
    await end()
    process.exitCode = status
  } finally {
    isOver = true
    timer.dispose()
    stdin.destroy()
  }
}

function stillRunning(sessionId: string, timeoutS: number): CoreError {
  const name = shortName({ id: sessionId, name: sessionId })
  return new CoreError('wait-timeout', `still running after ${timeoutS} s, as session ${name}`, {
    hint: `polytty look ${name} shows it, polytty kill ${name} ends it`,
    exitCode: TIMED_OUT,
  })
}
