/**
 * Draws docs/five-clients.png: one session with vim in it, and a client of each dialect looking at it, side by side in
 * tmux. Every part is real: the server, the clients, and the terminal that is drawn. Needs tmux and vim.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../packages/polytty/src/server/server.js'
import { renderPng } from '../packages/render/src/index.js'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'polytty-five-'))
const polytty = `${process.execPath} ${join(root, 'bin/polytty')}`
const socket = join(folder, 'socket')

const poem = `#include <stdio.h>

/* One session, five clients. */
int main(void)
{
    const char *clients[] = {
        "wrightty", "termwright", "ptywright",
        "wsh", "tuispec",
    };

    for (int i = 0; i < 5; i++)
        printf("%s sees this\\n", clients[i]);
    return 0;
}
`

/** What each pane says it does, and what it does. */
const clients = {
  wrightty: [`polytty wrightty read --session demo`, `${polytty} wrightty read --session demo | head -3`],
  termwright: [
    `polytty termwright exec --method find_text …`,
    `${polytty} termwright exec --socket "$TW" --method find_text --params '{"text":"five clients"}' | fold -w 62`,
  ],
  ptywright: [
    `polytty ptywright serve --stdio --server …`,
    `echo '{"jsonrpc":"2.0","id":1,"method":"session.snapshot","params":{"session":"s1"}}' | ${polytty} ptywright serve --stdio --server ${socket} | node -e 'const{result:r}=JSON.parse(require("fs").readFileSync(0));console.log(JSON.stringify({size:r.size,cursor:r.cursor,title:r.title,cells:r.cells.length}))' | fold -w 62`,
  ],
  tuispec: [
    `polytty tuispec server --session demo --server …`,
    `printf '%s\\n' '{"jsonrpc":"2.0","id":1,"method":"initialize"}' '{"jsonrpc":"2.0","id":2,"method":"expectVisible","params":{"selector":{"type":"exact","text":"five clients"}}}' '{"jsonrpc":"2.0","id":3,"method":"currentView","params":{"entireRow":3}}' | ${polytty} tuispec server --artifact-dir ${folder}/art --server ${socket} --session demo | tail -2 | cut -c 1-62`,
  ],
} as const

const server = await startServer({ port: 0, socket })
try {
  writeFileSync(join(folder, 'five.c'), poem)
  await server.sessions.create({
    program: 'vim',
    args: ['-u', 'NONE', '-N', '+syntax on', '+set number cursorline', '+3', 'five.c'],
    name: 'demo',
    cwd: folder,
    cols: 66,
    rows: 24,
  })
  for (const [name, [shown, command]] of Object.entries(clients)) {
    const daemon =
      name === 'termwright' ? `TW=$(${polytty} termwright daemon --background --session demo --server ${socket})\n` : ''
    const script = `${daemon}printf '\\033[2m$ %s\\033[m\\n' '${shown}'\n${command}\nread wait\n`
    writeFileSync(join(folder, `${name}.sh`), script)
  }
  const attach = `${polytty} wsh --server http://127.0.0.1:${server.port} attach demo`
  const split = (target: string, how: string, name: string) =>
    `split-window ${how} -t ${target} "sh ${folder}/${name}.sh"`
  const tmux = [
    `tmux -f /dev/null -L ${folder.split('-').pop()} new-session "${attach}"`,
    'set -g status off',
    'set -g pane-border-status top',
    'set -g pane-border-format " #[bold,fg=cyan]#{pane_title}#[default] "',
    'set -g pane-border-style fg=colour240',
    'set -g pane-active-border-style fg=colour240',
    split('0', '-h -l 64', 'wrightty'),
    split('1', '-v -l 17', 'termwright'),
    split('2', '-v -l 12', 'ptywright'),
    split('3', '-v -l 5', 'tuispec'),
    ...['wsh', 'wrightty', 'termwright', 'ptywright', 'tuispec'].map(
      (name, pane) => `select-pane -t ${pane} -T ${name}`,
    ),
    'select-pane -t 0',
  ].join(' \\; ')
  const screen = await server.sessions.create({
    program: '/bin/sh',
    args: ['-c', tmux],
    name: 'outer',
    cwd: folder,
    env: { WRIGHTTY_SOCKET: server.url },
    cols: 132,
    rows: 24,
  })
  for (const text of ['sees this', 'position', 'cells', '"id":3'])
    await screen.wait({ type: 'text', text }, { timeoutMs: 30_000 })
  await screen.wait({ type: 'stable', ms: 1000 })
  const { bytes } = renderPng(screen.snapshot(), { frame: true, title: 'one session, five clients', cursor: false })
  writeFileSync(join(root, 'docs/five-clients.png'), bytes)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true })
}
