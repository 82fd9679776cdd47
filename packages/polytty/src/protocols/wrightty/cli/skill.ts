/** `wrightty skill`: what an agent has to know to use wrightty's commands and tools. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { print } from '../../../cli-kit/print.js'
import { makeFolder } from '../../../files/make-folder.js'

export const skillText = `---
name: wrightty
description: Use a real terminal: run commands in it, press keys in full-screen programs, read its screen, take pictures and record. For work that needs a terminal rather than a pipe, and for terminals that people already have open (tmux, kitty, WezTerm, zellij).
---
# wrightty: terminals by commands, tools and JSON-RPC

## A server
    wrightty term --headless                 terminals of its own
    wrightty term --bridge-tmux              the panes of a tmux that runs; also kitty, wezterm, zellij
    wrightty discover                        which servers there are
Commands find the server by --url, $WRIGHTTY_SOCKET, then the ports 9420 to 9520. A password is in $WRIGHTTY_PASSWORD.

## Commands
    wrightty run 'make test' --timeout 120   run in the shell, print the output, exit with its code
    wrightty read                            the screen
    wrightty send-keys Escape : w q Enter    keys; Ctrl+c, Alt+x, F5, ArrowUp, PageDown
    wrightty send-text 'hello\\n'             text as it is
    wrightty wait-for 'BUILD SUCCESS' --timeout 60
    wrightty screenshot --format svg -o screen.svg
    wrightty session list | create | destroy
    wrightty --help                          the rest

## Tools (wrightty mcp)
run_command, read_terminal, send_keys, send_text, wait_for_text, screenshot, terminal_info, start_recording,
stop_recording, capture_screen_frame. They work on one session: the first that runs, or the one of --session.

## How to work
1. run_command (run) for a command that ends by itself.
2. Full-screen programs: send_keys, then look at what comes back; wait_for_text where the answer takes a while.
3. A prompt, a pager or a question shows on the screen: read it before you type on.
4. Ctrl+c ends what hangs. Do not type into a pane that a person is typing into.
5. A bridge says in Session.list what its panes cannot do; that is answered by an error with code 1006.
`

export function skill(folder: string | undefined): void {
  if (folder === undefined) return print(skillText.trimEnd())
  const own = join(folder, 'wrightty')
  makeFolder(own)
  const path = join(own, 'SKILL.md')
  writeFileSync(path, skillText)
  print(path)
}
