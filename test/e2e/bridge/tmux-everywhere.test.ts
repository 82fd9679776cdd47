/** What else works on a session works on a pane of tmux: the page in a browser, recordings, and the tools of agents. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { connect } from '@polytty/client'
import type { Snapshot } from '@polytty/terminal'
import { describe, expect, onTestFinished, test } from 'vitest'
import { castScreen, parseCast } from '../../../packages/polytty/src/record/index.js'
import { startServer } from '../../../packages/polytty/src/server/server.js'
import { needs } from '../../support/needs.js'
import { bin, newUser } from '../../support/polytty.js'
import { see } from '../session/with-registry.js'
import { useUi } from '../web/ui.js'
import { newTmux } from './with-tmux.js'

describe('the page', needs('tmux', 'chromium'), () => {
  const ui = useUi()

  test('shows a pane and types into it', async () => {
    const tmux = newTmux(
      `sh -c 'stty -echo; printf "\\033[32min the pane\\033[m\\n"; while read x; do echo "got $x"; done'`,
    )
    const server = await startServer({ port: 0, bridges: [{ kind: 'tmux', where: tmux.socket }] })
    onTestFinished(() => server.stop())
    await ui.page.goto(`${ui.address(server)}ui#/attach/${encodeURIComponent('main:0.0')}`)
    await ui.shows('in the pane')
    await ui.entry('main:0.0').waitFor()
    await ui.page.keyboard.type('from the page')
    await ui.page.keyboard.press('Enter')
    await ui.shows('got from the page')
    expect(tmux.run('capture-pane', '-p', '-t', '%0')).toContain('got from the page')
  })
})

test('a recording of a pane plays back to the same screen', needs('tmux'), async () => {
  const script =
    'printf "\\033[1;31mbefore\\033[m é日本\\n"; while read x; do printf "\\033[44m$x\\033[m %0100d\\n" 7; done'
  const tmux = newTmux(`sh -c '${script}'`, { cols: 60, rows: 12 })
  const server = await startServer({ port: 0, bridges: [{ kind: 'tmux', where: tmux.socket }] })
  onTestFinished(() => server.stop())
  const session = server.sessions.get('%0')
  await see(session, 'before')
  const client = await connect(server.url)
  onTestFinished(() => client.close())
  const { recordingId } = await client.call('Recording.startSession', { sessionId: '%0' })
  // More than fits, so that it scrolls.
  for (const word of ['one', 'two', 'three', 'four', 'five']) {
    await session.write(`${word}\r`)
    await see(session, { type: 'regex', pattern: `${word} 0+\\s*0*7` })
  }
  const { data } = await client.call('Recording.stopSession', { recordingId })
  const played = castScreen(parseCast(data))
  const shown = session.snapshot()
  expect([played.cols, played.rows]).toEqual([60, 12])
  const cells = (snapshot: Snapshot): unknown[] =>
    Array.from({ length: 60 * 12 }, (_, index) => snapshot.cell(Math.floor(index / 60), index % 60))
  expect(cells(played)).toEqual(cells(shown))
  expect(played.cursor).toMatchObject({ row: shown.cursor.row, col: shown.cursor.col })
})

test('agents look at an adopted pane, type into it and run commands in it', needs('tmux', 'bash'), async () => {
  const tmux = newTmux(`env PS0='\\e]133;C\\a' PS1='\\[\\e]133;D;$?\\a\\e]133;A\\a\\]$ \\[\\e]133;B\\a\\]' bash --norc`)
  const { env, home, run } = newUser({ TMUX: `${tmux.socket},1,0` })
  expect(await run('adopt', '%0')).toMatchObject({ code: 0 })
  const given = Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  const agent = new Client({ name: 'test', version: '1' })
  const options = { command: process.execPath, args: [bin, 'mcp'], env: given, cwd: home, stderr: 'ignore' as const }
  await agent.connect(new StdioClientTransport(options))
  onTestFinished(() => agent.close())
  const use = async (name: string, args: Record<string, unknown> = {}): Promise<string> => {
    const result = await agent.callTool({ name, arguments: args })
    const [{ text }] = result.content as [{ text: string }]
    expect(result.isError, text).toBeFalsy()
    return text
  }
  expect(await use('sessions')).toMatch(/^main:0\.0 /)
  expect(await use('run', { session: '%0', command: 'echo from the agent; (exit 3)' })).toMatch(
    /^main:0\.0 #\d+ done exit=3 [\d.]+s\nfrom the agent$/,
  )
  expect(await use('act', { session: '%0', keys: 'echo ty""ped<Enter>', until: '/^typed$/' })).toContain('typed')
  expect(await use('look', { session: '%0' })).toContain('typed')
  expect(tmux.run('capture-pane', '-p', '-t', '%0')).toMatch(/from the agent(?:.|\n)*\ntyped\n/)
})
