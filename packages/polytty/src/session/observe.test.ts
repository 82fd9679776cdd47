import { expect, onTestFinished, test } from 'vitest'
import { createDiagnostics } from '../base/diagnostics.js'
import { type LogArea, silentLog } from '../base/log.js'
import { SessionRegistry } from './registry.js'

test('starts, waits, unknown sequences and exits are reported; input and output stay out', async () => {
  const lines: string[] = []
  const debug = (area: LogArea, message: string, fields: object = {}): void =>
    void lines.push(`${area} ${message} ${Object.values(fields).join(' ')}`)
  const diagnostics = createDiagnostics({ ...silentLog, wants: () => true, debug })
  const sessions = new SessionRegistry({ diagnostics })
  onTestFinished(() => sessions.dispose())
  const session = await sessions.create({ program: '/bin/sh', args: ['-c', 'printf "\\033[?9999h"; read x; exit 3'] })
  await session.write('secret\n')
  await session.wait({ type: 'exited' })
  await expect(sessions.create({ program: 'no-such-program-here' })).rejects.toThrow()
  const { id, pid } = session
  expect(lines.map((line) => line.replace(/ [\d.]+$/, '')).sort()).toEqual([
    `engine unknown sequence ${id} mode ?9999`,
    expect.stringContaining(`pty program ended ${id} ${pid} 3`),
    expect.stringContaining('pty program not started no-such-program-here'),
    expect.stringMatching(`^pty program started ${id} /bin/sh ${pid} 80 24 /`),
    `wait wait ended ${id} exited matched`,
    `wait wait started ${id} exited`,
  ])
  expect(lines.join()).not.toContain('secret')
  const { sessionsStarted, startsFailed, waitsRunning, inputBytes, outputBytes } = diagnostics.figures
  expect([sessionsStarted, startsFailed, waitsRunning, inputBytes]).toEqual([1, 1, 0, 7])
  expect(outputBytes).toBeGreaterThan(7)
})
