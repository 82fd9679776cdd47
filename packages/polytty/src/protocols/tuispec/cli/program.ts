/** `polytty tuispec …`: the original's command line, so that scripts move over by prefixing one word. */

import { type Command, Option } from 'commander'
import { MAX_CELLS } from '../../../base/limits.js'
import { addLogOptions } from '../../../cli-kit/log-options.js'
import { decimal, wholeNumber } from '../../../cli-kit/numbers.js'
import { protocolCommand } from '../../../cli-kit/protocol-command.js'
import type { RenderFlags, TextFlags } from './render.js'
import type { ReplayFlags } from './replay.js'
import type { ServerFlags } from './server.js'

export function tuispecCommand(): Command {
  const tuispec = protocolCommand('tuispec')
    .description("tuispec's command line: a server for tests of terminal programs, pictures and replays.")
    .enablePositionalOptions()
  addServer(tuispec)
  addRender(tuispec)
  addReplay(tuispec)
  return tuispec
}

const size = wholeNumber(1, MAX_CELLS)

function addServer(parent: Command): void {
  addLogOptions(parent.command('server'))
    .description('Speak the protocol on standard input and output, one JSON message per line.')
    .requiredOption('--artifact-dir <path>', 'where sessions keep snapshots and baselines')
    .option('--cols <n>', 'columns', size, 134)
    .option('--rows <n>', 'rows', size, 40)
    .option('--timeout-seconds <n>', 'the longest time to wait', decimal(0, 86_400), 5)
    .addOption(
      new Option('--ambiguity-mode <mode>', 'what to do when a selector finds several')
        .choices(['fail', 'first', 'first-visible', 'last', 'last-visible'])
        .default('fail'),
    )
    .option('--server <socket>', 'launch apps on this running server, where all dialects share them')
    .option('--session <name>', 'drive this session of that server, instead of launching one')
    .addHelpText(
      'after',
      `\nExample:\n  echo '{"jsonrpc":"2.0","id":1,"method":"server.ping"}' | polytty tuispec server --artifact-dir artifacts\n`,
    )
    .action(async (flags: ServerFlags) => (await import('./server.js')).server(flags))
}

function addRender(parent: Command): void {
  const render = (name: string): Command =>
    parent
      .command(name)
      .argument('<file>', 'a snapshot, such as start.ansi.txt')
      .option('--out <file>', 'where to write (default: beside the snapshot)')
      .option('--cols <n>', 'columns (default: as in the file beside the snapshot, or 134)', size)
      .option('--rows <n>', 'rows (default: as in the file beside the snapshot, or 40)', size)
  render('render')
    .description('Draw a snapshot as a PNG; prints where it is.')
    .option('--theme <name>', 'auto, dark, light or the name of any theme', 'auto')
    .option('--font <font>', 'a family, or the path of a TrueType file')
    .action(async (file: string, flags: RenderFlags) => (await import('./render.js')).renderFile(file, flags))
  render('render-text')
    .description('Write the text of a snapshot; prints where it is.')
    .action(async (file: string, flags: TextFlags) => (await import('./render.js')).renderTextFile(file, flags))
}

function addReplay(parent: Command): void {
  parent
    .command('replay')
    .description('Play a recording. In a terminal: Space pauses, ← → step, ↑ ↓ go 5 frames, r restarts, q quits.')
    .argument('<file>', 'a recording, such as session.jsonl')
    .option(
      '--speed <speed>',
      'real-time, as-fast-as-possible, or a factor such as 2 (default: real-time in a terminal)',
    )
    .option('--show-input', 'also show the requests')
    .action(async (file: string, flags: ReplayFlags) => (await import('./replay.js')).replay(file, flags))
}
