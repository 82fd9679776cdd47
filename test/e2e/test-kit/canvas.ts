/** A program that shows what it is sent: tests paint any screen on it, and see what was typed at it. */
import type { LaunchOptions, Terminal } from '@polytty/test'

export const canvas: LaunchOptions = { program: ['sh', '-c', 'stty raw -echo; exec cat'], size: '40x10' }

/** Shows what arrives in visible characters: ^[[A for an arrow. */
export const mirror: LaunchOptions = { program: ['sh', '-c', 'stty raw -echo; exec cat -v'], size: '40x10' }

/** Clears the screen and paints. */
export async function paint(terminal: Terminal, output: string): Promise<void> {
  await terminal.write(`\x1b[m\x1b[H\x1b[2J${output}`)
}

/** The message with which something fails. */
export async function failureOf(run: () => Promise<unknown>): Promise<string> {
  try {
    await run()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('it did not fail')
}
