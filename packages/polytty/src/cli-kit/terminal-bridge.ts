/** Joins this process's terminal with a session: what is typed goes to the program, what it writes is shown. */
import type { Session, SpawnOptions } from '../session/index.js'
import { type WindowSize, windowSize } from './window-size.js'

/** How to start a program that this terminal shows; the size is for where there is none. */
export function bridgedOptions(
  [program, ...args]: readonly [string, ...string[]],
  otherwise: WindowSize,
): SpawnOptions {
  const { stdout, env } = process
  if (!stdout.isTTY) return { program, args, ...otherwise }
  // The real terminal says what it is and answers for itself.
  const variables = { TERM: env.TERM ?? 'xterm-256color', COLORTERM: env.COLORTERM ?? null }
  return { program, args, ...windowSize(stdout, otherwise), env: variables, answerQueries: false }
}

/** Until the program ends; the terminal is given back as it was. `filter` gives what of the typed is meant for it. */
export async function bridgeTerminal(
  session: Session,
  filter: (typed: Buffer) => Buffer = (typed) => typed,
): Promise<{ readonly code: number | null; readonly signal: string | null }> {
  const { stdin, stdout } = process
  session.onOutput.on(({ bytes }) => {
    // A reader that is slower than the program holds it back.
    if (!stdout.write(Buffer.from(bytes))) {
      const hold = session.hold()
      stdout.once('drain', () => hold.dispose())
    }
  })
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => session.onExit.on(resolve))
  if (stdin.isTTY) stdin.setRawMode(true)
  stdin.on('data', (chunk: Buffer) => void session.write(filter(chunk)).catch(() => {}))
  stdin.on('end', () => void session.write('\x04').catch(() => {}))
  stdout.on('resize', () => {
    const { cols, rows } = windowSize(stdout, session)
    void session.resize(cols, rows)
  })
  const exit = await ended
  if (stdin.isTTY) stdin.setRawMode(false)
  stdin.destroy()
  return exit
}
