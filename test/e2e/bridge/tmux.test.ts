/** Panes of a real tmux as sessions. */
import { type Snapshot, Terminal } from '@polytty/terminal'
import { describe, expect, test } from 'vitest'
import type { Session, SessionRegistry } from '../../../packages/polytty/src/session/index.js'
import { needs } from '../../support/needs.js'
import { see } from '../session/with-registry.js'
import { bridgeTo, followed, newTmux, type Tmux } from './with-tmux.js'

/** A program that shows something and then waits. */
const showing = (script: string): string => `sh -c '${script}; exec cat'`

/** The bridge promises no exit status: tmux has lost it now and then by the time it reports the end. */
function endings(known: object): readonly object[] {
  return [known, { code: null, signal: null, reason: 'tmux does not know how it ended' }]
}

describe('panes of tmux', needs('tmux'), () => {
  test('are sessions, with what they show and what follows', async () => {
    const tmux = newTmux('sh')
    const { registry } = await followed(tmux)
    const session = registry.get('%0')
    expect(session.name).toBe('main:0.0')
    expect(session.bridge).toEqual({ kind: 'tmux', grade: 'bytes', polled: false, unsupported: ['exit-status'] })
    await see(session, '$ ')
    await session.write('echo he""llo\r')
    await see(session, { type: 'regex', pattern: 'hello\\n\\$' })
    expectSame(session, tmux)
  })

  test.each([
    ['colours', 'printf "plain \\033[1;31mred\\033[0m \\033[48;5;22mgreen \\033[4munder\\033[m\\r\\nnext"'],
    ['lines that are wrapped', 'printf "%0200d" 7'],
    ['wide and combined characters', 'printf "日本語テキスト e\\314\\201 🙂 end"'],
    ['line drawing', 'printf "\\033(0lqqk\\033(B box"'],
    ['the cursor in the middle', 'printf "a\\nb\\nc\\033[2;5H"'],
    ['the alternate screen', 'printf "before\\033[?1049h\\033[2J\\033[3;4Hfull screen\\033[?25l"'],
    ['a region and modes', 'printf "\\033[3;9r\\033[?1h\\033[?1000h\\033[?1006h\\033[5;5Hhere"'],
    ['history', 'i=0; while [ $i -lt 100 ]; do i=$((i+1)); printf "line %d \\033[3$((i % 8))m x\\n" $i; done'],
    ['what looks like an answer', 'printf "%%end 1 1 1\\n%%exit\\n%%output %%0 fooled\\n%%error 1 2 1\\n"'],
  ])('begin with what is there: %s', async (_, script) => {
    const tmux = newTmux(showing(`stty -echo; ${script}; tmux wait-for -S shown`), { cols: 60, rows: 12 })
    tmux.run('wait-for', 'shown')
    const { registry } = await followed(tmux)
    const session = registry.get('%0')
    await see(session, { type: 'regex', pattern: '\\S' })
    expectSame(session, tmux)
    const flags = '#{alternate_on} #{cursor_flag} #{keypad_cursor_flag} #{mouse_standard_flag} #{mouse_sgr_flag}'
    const { alternateScreen, cursorVisible, cursorKeys, mouseTracking, mouseEncoding } = session.terminal.modes
    expect([alternateScreen, cursorVisible, cursorKeys, mouseTracking !== 'none', mouseEncoding === 'sgr']).toEqual(
      tmux
        .run('display-message', '-p', flags)
        .trim()
        .split(' ')
        .map((flag) => flag === '1'),
    )
    expect(historyOf(session)).toEqual(
      tmux.run('capture-pane', '-p', '-S', '-', '-E', '-1').split('\n').slice(0, session.history().length),
    )
  })

  test('come and go, and are called as tmux calls them', async () => {
    const tmux = newTmux('cat')
    const { registry } = await followed(tmux)
    const created = nextCreated(registry)
    tmux.run('split-window', '-d', 'cat')
    const second = await created
    expect([second.id, second.name]).toEqual(['%1', 'main:0.1'])
    const other = nextCreated(registry)
    tmux.run('new-session', '-d', '-s', 'other', showing('echo other pane'))
    const third = await other
    expect(third.name).toBe('other:0.0')
    await see(third, 'other pane')
    const renamed = new Promise<string>((resolve) => third.onRename.on(({ name }) => resolve(name)))
    tmux.run('rename-session', '-t', 'other', 'else')
    expect(await renamed).toBe('else:0.0')
    const ended = new Promise((resolve) => second.onExit.on(resolve))
    tmux.run('kill-pane', '-t', '%1')
    expect(await ended).toEqual({ code: null, signal: null, reason: 'the pane was closed' })
  })

  test('report how a program ended where tmux keeps the pane', async () => {
    const tmux = newTmux('sh -c "read x; exit 3"')
    tmux.run('set-option', '-g', 'remain-on-exit', 'on')
    const session = (await followed(tmux)).registry.get('%0')
    const ended = new Promise((resolve) => session.onExit.on(resolve))
    await session.write('\r')
    expect(endings({ code: 3, signal: null })).toContainEqual(await ended)
  })

  test('whose program has just ended refuse what is typed', async () => {
    const tmux = newTmux('cat')
    tmux.run('set-option', '-g', 'remain-on-exit', 'on')
    tmux.run('new-window', '-d', 'sh', '-c', 'exit 0')
    const { bridges, spec } = bridgeTo(tmux)
    const session = await bridges.adopt(spec, '%1').catch(() => null)
    await session?.write('typed').catch(() => {})
    // tmux itself crashes on a paste into such a pane.
    expect(tmux.run('list-panes', '-aF', '#{pane_id}').trim().split('\n')).toEqual(['%0', '%1'])
  })

  test('are resized by us and by others', async () => {
    const tmux = newTmux(`sh -c 'trap "stty size" WINCH; echo ready; while :; do sleep 1000 & wait; done'`)
    const session = (await followed(tmux)).registry.get('%0')
    await see(session, 'ready')
    await session.resize(100, 30)
    expect([session.cols, session.rows]).toEqual([100, 30])
    await see(session, '30 100')
    const resized = new Promise((resolve) => session.onResize.on(resolve))
    tmux.run('split-window', '-d', '-h', 'cat')
    expect(await resized).toEqual({ cols: 50, rows: 30 })
    await see(session, '30 50')
    await session.resize(70, 30)
    await see(session, '30 70')
    await expect(session.resize(300, 30)).rejects.toMatchObject({ code: 'not-supported' })
  })

  test('keep the sizes that people gave them while they are only looked at', async () => {
    const tmux = newTmux('cat', { cols: 113, rows: 37 })
    await followed(tmux)
    expect(tmux.run('display-message', '-p', '#{window_width} #{window_height}').trim()).toBe('113 37')
  })

  test('take every byte, also while someone scrolls in them', async () => {
    const tmux = newTmux(`sh -c 'stty raw -echo; printf ready; exec od -An -v -tx1 -w16'`, { cols: 1000, rows: 20 })
    const session = (await followed(tmux)).registry.get('%0')
    await see(session, 'ready')
    await session.write(Uint8Array.of(0))
    tmux.run('copy-mode', '-t', '%0')
    const all = Uint8Array.from({ length: 256 }, (_, index) => index)
    await session.write(all.subarray(1))
    await see(session, 'f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 fa fb fc fd fe ff')
    const hex = [...all].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    expect(session.snapshot().text().replace(/\s+/g, ' ')).toContain(hex)
  })

  test('paste in brackets where the program asked for them before anyone looked', async () => {
    const tmux = newTmux(`sh -c 'stty raw -echo; printf "\\033[?2004hready"; exec od -An -c -v -w40'`)
    tmux.run('wait-for', '-S', 'x')
    const session = (await followed(tmux)).registry.get('%0')
    await see(session, 'ready')
    await session.paste(`pasted${'.'.repeat(40)}`)
    await see(session, { type: 'regex', pattern: '033\\s+\\[\\s+2\\s+0\\s+0\\s+~\\s+p\\s+a\\s+s' })
  })

  test("understand tmux's own titles, and what it passes on", async () => {
    const passed = '\\033Ptmux;\\033\\033]52;c;aGVsbG8=\\007\\033\\\\'
    const tmux = newTmux(`sh -c 'read x; printf "\\033kits title\\033\\\\${passed}shown"; exec cat'`)
    tmux.run('set-option', '-g', 'allow-passthrough', 'on')
    const session = (await followed(tmux)).registry.get('%0')
    const copied = new Promise((resolve) => session.onEvent.on((event) => event.type === 'clipboard' && resolve(event)))
    await session.write('\r')
    await see(session, 'shown')
    expect(session.title).toBe('its title')
    expect(await copied).toMatchObject({ text: 'hello' })
  })

  test('are let go, closed, and left alone at the end', async () => {
    const tmux = newTmux('cat')
    tmux.run('split-window', '-d', 'cat')
    tmux.run('split-window', '-d', 'cat')
    const { registry, bridges, spec } = await followed(tmux)
    bridges.release(registry.get('%1'))
    expect(registry.find('%1')).toBeUndefined()
    await registry.remove(registry.get('%2'))
    const panes = (): string => tmux.run('list-panes', '-aF', '#{pane_id}').trim().replaceAll('\n', ' ')
    expect(panes()).toBe('%0 %1')
    expect((await bridges.adopt(spec, 'main:0.1')).id).toBe('%1')
    await registry.dispose()
    expect(panes()).toBe('%0 %1')
  })

  test('one of them can be adopted alone', async () => {
    const tmux = newTmux(showing('echo first'))
    tmux.run('split-window', '-d', showing('echo second'))
    const { registry, bridges, spec } = bridgeTo(tmux)
    const session = await bridges.adopt(spec, '%1')
    await see(session, 'second')
    expect(registry.list()).toEqual([session])
    await expect(bridges.adopt(spec, '%7')).rejects.toThrow('tmux has no pane %7; it has %0 (main:0.0), %1 (main:0.1)')
    const { panes } = await bridges.list(spec)
    expect(panes.map(({ id, session }) => [id, session?.id ?? null])).toEqual([
      ['%0', null],
      ['%1', '%1'],
    ])
  })

  test('of several servers are told apart', async () => {
    const one = newTmux(showing('echo one'))
    const two = newTmux(showing('echo two'))
    const { registry, bridges, spec } = await followed(one)
    await bridges.follow({ kind: 'tmux', where: two.socket })
    await see(registry.get('%0'), 'one')
    await see(registry.get('tmux2:%0'), 'two')
    expect(bridges.sources.map(({ address }) => address)).toEqual(
      [spec.where, two.socket].map((path) => `tmux -S ${path}`),
    )
  })

  test('end with their server', async () => {
    const tmux = newTmux('cat')
    const { registry, bridges } = await followed(tmux)
    const ended = new Promise((resolve) => registry.onExited.on(({ session }) => resolve(session.id)))
    tmux.run('kill-server')
    expect(await ended).toBe('%0')
    await expect(bridges.follow({ kind: 'tmux', where: '/no/such/socket' })).rejects.toThrow('tmux is not running')
  })

  test('run programs that are started through the bridge', async () => {
    const tmux = newTmux('cat')
    const { registry, bridges, spec } = bridgeTo(tmux)
    const { launch } = bridges.launcher(spec)
    Object.assign(registry, { launcher: { launch } })
    const args = ['-c', 'echo "$TERM $GIVEN"; stty size; read x; exit $x']
    const session = await registry.create({ program: 'sh', args, env: { GIVEN: "it's $HOME" }, cols: 61, rows: 13 })
    await see(session, { type: 'regex', pattern: "(?:screen|tmux)\\S* it's \\$HOME" })
    await see(session, '13 61')
    expect(tmux.run('list-panes', '-aF', '#{pane_pid}').split('\n')).toContain(String(session.pid))
    const ended = new Promise((resolve) => session.onExit.on(resolve))
    await session.write('7\r')
    expect(endings({ code: 7, signal: null })).toContainEqual(await ended)
    const endless = await registry.create({ program: 'cat' })
    await endless.write('awake\r')
    await see(endless, { type: 'regex', pattern: 'awake\\s+awake' })
    expect(endings({ code: null, signal: 'SIGTERM' })).toContainEqual(await endless.kill())
    await expect.poll(() => tmux.run('list-panes', '-aF', '#{pane_id}').trim()).toBe('%0')
  })
})

/** What tmux shows, and what the session does: text, colours and the cursor. */
function expectSame(session: Session, tmux: Tmux, pane = '%0'): void {
  const shown = session.snapshot()
  const said = tmux.run('capture-pane', '-p', '-e', '-t', pane).trimEnd().split('\n')
  const [col, row] = tmux
    .run('display-message', '-p', '-t', pane, '#{cursor_x} #{cursor_y}')
    .trim()
    .split(' ')
    .map(Number)
  const drawn = new Terminal({ cols: session.cols, rows: session.rows })
  drawn.write(said.map((line, index) => `\x1b[${index + 1};1H${line}`).join(''))
  expect(shown.text()).toBe(drawn.snapshot().text())
  expect(cellsOf(shown)).toEqual(cellsOf(drawn.snapshot()))
  expect([shown.cursor.col, shown.cursor.row]).toEqual([col, row])
}

/** Every cell that is not blank, with its colours. */
function cellsOf(snapshot: Snapshot): string[] {
  return Array.from({ length: snapshot.rows }, (_, row) =>
    Array.from({ length: snapshot.cols }, (_, col) => snapshot.cell(row, col))
      .map((cell) => (cell.text.trim() === '' && cell.bg === null ? '' : JSON.stringify(cell)))
      .join(),
  )
}

function historyOf(session: Session): string[] {
  return session.history().map((row) => row.text.trimEnd())
}

function nextCreated(registry: SessionRegistry): Promise<Session> {
  return new Promise((resolve) => {
    const subscription = registry.onCreated.on((session) => {
      subscription.dispose()
      resolve(session)
    })
  })
}
