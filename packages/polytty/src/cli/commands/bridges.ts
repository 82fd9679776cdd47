/** The commands about panes of other terminals. */
import { Argument, type Command, Option } from 'commander'
import { bridgeKinds, kinds, parseBridge } from '../../bridge/index.js'
import { addLogOptions } from '../../cli-kit/log-options.js'
import { wholeNumber } from '../../cli-kit/numbers.js'
import type { Protocol } from '../../protocols/protocol.js'
import type { AdoptFlags } from '../adopt.js'
import type { BridgeFlags } from '../bridge.js'
import { onServer, type ServerFlags, startingServer } from './on-server.js'

const GROUP = 'Panes of other terminals:'

export function addBridgeCommands(program: Command, protocols: readonly Protocol[]): void {
  const command = (name: string): Command => program.command(name).helpGroup(GROUP)
  startingServer(command('adopt'))
    .description('Make a session of a pane of another terminal; without a pane, list those there are.')
    .argument('[pane]', 'its id or name there, such as %3 or main:0.1')
    .option('--bridge <kind[:where]>', `whose pane: ${whereabouts()}`, parseBridge, { kind: 'tmux' })
    .option('--all', 'every pane, and those that come')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  polytty adopt %3\n  polytty adopt --bridge tmux:work --all\n  polytty adopt\n',
    )
    .action(async (pane: string | undefined, flags: AdoptFlags) => (await import('../adopt.js')).adopt(pane, flags))
  onServer(command('release'))
    .description('Forget the session of a pane; the pane goes on as it is.')
    .argument('<session>', 'name or id of the session')
    .action(async (name: string, flags: ServerFlags) => (await import('../adopt.js')).release(name, flags))
  addLogOptions(command('bridge'))
    .description('Serve the panes of another terminal, and start sessions as panes of it.')
    .addArgument(new Argument('<kind>', 'which terminal').choices(bridgeKinds))
    .argument('[command...]', 'for the kind command: the command line, after --')
    .option('--host <address>', 'address to bind', '127.0.0.1')
    .option('--port <number>', "port to bind (default: the first free one of the original's)", wholeNumber(0, 65_535))
    .option('--socket <where>', 'where the terminal is, if not at the usual place; for tmux the path of its socket')
    .option('-L, --label <name>', 'for tmux: the name of its socket')
    .option('--name <name>', 'a name that clients see')
    .addOption(new Option('--password <secret>', 'ask clients for this password').env('WRIGHTTY_PASSWORD'))
    .addOption(
      new Option('--watchdog-interval <s>', 'accepted and not needed: ends are reported as they happen').hideHelp(),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  polytty bridge tmux\n  polytty bridge tmux -L work --port 9441\n  polytty bridge command -- ssh -t build.example.org\n',
    )
    .action(async (kind: string, words: string[], flags: BridgeFlags) =>
      (await import('../bridge.js')).bridge(parseBridge(kind).kind, words, flags, protocols),
    )
}

function whereabouts(): string {
  return bridgeKinds.map((kind) => `${kind} (${kinds[kind].where})`).join(', ')
}
