/** `run`: a raw bridge between this terminal and a program on a PTY of its own. */
import { constants } from 'node:os'
import { createPrivateCore } from '../../server/private-core.js'

export interface RunFlags {
  readonly rows: number
  readonly cols: number
}

export async function run([program, ...args]: readonly string[], { rows, cols }: RunFlags): Promise<void> {
  const { sessions } = createPrivateCore(1)
  const { stdin, stdout } = process
  const size = stdout.isTTY ? { cols: stdout.columns, rows: stdout.rows } : { cols, rows }
  const session = await sessions.create({ program: program!, args, ...size })
  session.onOutput.on(({ bytes }) => {
    // A reader that is slower than the program holds it back.
    if (!stdout.write(Buffer.from(bytes))) {
      const hold = session.hold()
      stdout.once('drain', () => hold.dispose())
    }
  })
  if (stdin.isTTY) stdin.setRawMode(true)
  stdin.on('data', (chunk: Buffer) => void session.write(chunk).catch(() => {}))
  stdin.on('end', () => void session.write('\x04').catch(() => {}))
  stdout.on('resize', () => session.resize(stdout.columns, stdout.rows))
  const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    session.onExit.on(resolve),
  )
  if (stdin.isTTY) stdin.setRawMode(false)
  await sessions.dispose()
  stdin.destroy()
  process.exitCode = code ?? 128 + (constants.signals[signal as NodeJS.Signals] ?? 0)
}
