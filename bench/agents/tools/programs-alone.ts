/** The programs with no tool in between: typed at the moment they show what they should. What every tool's time adds to. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Session, SessionRegistry } from 'polytty'
import { bytesOf, placeOf, type ToolSet, type Tools } from './tools.js'

export const programsAlone: ToolSet = {
  name: 'the programs alone',
  missing: () => null,
  async open(_, folder) {
    const sessions = new SessionRegistry()
    let session: Session
    const start = async (command: string): Promise<void> => {
      session = await sessions.create({ program: 'bash', args: ['-c', command], cwd: folder, cols: 100, rows: 30 })
    }
    const shown = (): string => {
      const { exit } = session
      return `${session.snapshot().text()}${exit ? `\nexited exit=${exit.code}` : ''}`
    }
    /** What was there before an input counts too: these tasks never expect the same words twice. */
    const seen = async (expect: RegExp): Promise<string> => {
      // What an empty screen satisfies is the end of the program.
      const isEnd = expect.test('')
      const test = (): object | null => (!isEnd && expect.test(shown()) ? {} : null)
      await session.wait({ type: 'any', of: [{ type: 'exited' }, { type: 'check', on: 'screen', test }] })
      return shown()
    }
    const type = async (bytes: string, expect: RegExp): Promise<string> => {
      await session.write(bytes)
      return seen(expect)
    }
    const tools: Tools = {
      async shell(command) {
        await start(command)
        await session.wait({ type: 'exited' })
        return `${session.transcript.read()}\nexit=${session.exit?.code}`
      },
      async start(command, expect) {
        await start(command)
        return seen(expect)
      },
      keys: (script, expect) => type(bytesOf(script), expect),
      selected: async () => {
        const screen = session.snapshot()
        const cells = (row: number) => Array.from({ length: screen.cols }, (_, col) => screen.row(row).cell(col))
        const inverse = (row: number): string =>
          cells(row)
            .filter(({ reverse }) => reverse)
            .map(({ text }) => text || ' ')
            .join('')
        return (
          Array.from({ length: screen.rows }, (_, row) => inverse(row))
            .find(Boolean)
            ?.trim() ?? ''
        )
      },
      secret: (expect) => type(`${readFileSync(join(folder, 'password.txt'), 'utf8')}\r`, expect),
      async click(name, screen, expect) {
        const { row, col } = placeOf(screen, name)
        await session.mouse({ type: 'press', button: 'left', row, col })
        await session.mouse({ type: 'release', button: 'left', row, col })
        return seen(expect)
      },
    }
    return { ...tools, close: () => sessions.dispose({ graceMs: 0 }) }
  },
}
