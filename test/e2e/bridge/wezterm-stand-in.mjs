/**
 * A stand-in for `wezterm cli`, from its documentation: no WezTerm runs here. Keeps one pane, whose program repeats what is
 * typed, in the folder that it is given: list, get-text, send-text and kill-pane.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder, cli, command] = process.argv.slice(2)
const [shown, closed] = [join(folder, 'shown'), join(folder, 'closed')]
const text = existsSync(shown) ? readFileSync(shown, 'utf8') : '\x1b[31mhello\x1b[m there\n'
const lines = text.split('\n')

if (cli !== 'cli') fail('only wezterm cli is stood in for')
if (existsSync(closed) && command !== 'list') fail('pane 0 not found')
if (command === 'list') {
  const size = { rows: 24, cols: 80, pixel_width: 640, pixel_height: 384, dpi: 0 }
  const cursor = { cursor_x: 0, cursor_y: lines.length - 1, cursor_shape: 'Default', cursor_visibility: 'Visible' }
  const pane = {
    window_id: 0,
    tab_id: 0,
    pane_id: 0,
    workspace: 'default',
    title: 'cat',
    cwd: 'file:///tmp',
    ...cursor,
  }
  process.stdout.write(JSON.stringify(existsSync(closed) ? [] : [{ ...pane, size }]))
} else if (command === 'get-text') process.stdout.write(text)
else if (command === 'send-text') {
  const typed = readFileSync(0, 'utf8').replaceAll('\r', '\n')
  writeFileSync(shown, text + typed + (typed.endsWith('\n') ? typed : ''))
} else if (command === 'kill-pane') writeFileSync(closed, '')
else fail(`unrecognized subcommand '${command}'`)

function fail(reason) {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}
