/** The commands about sessions: make, use, look at and end them. */

import type { Command } from 'commander'
import { MAX_CELLS } from '../../base/limits.js'
import { gather } from '../../cli-kit/gather.js'
import { decimal, wholeNumber } from '../../cli-kit/numbers.js'
import type { AttachFlags } from '../attach.js'
import { gatherLabels } from '../labels.js'
import type { LookFlags } from '../look.js'
import type { NewFlags } from '../new.js'
import type { RunFlags } from '../run.js'
import type { DoFlags, TypeFlags } from '../type.js'
import { onServer, type ServerFlags, startingServer } from './on-server.js'
import { addPictureOptions, type PictureFlags } from './pictures.js'

const GROUP = 'Sessions:'
const SESSION = 'name or id of the session (default: the only one that runs)'

export function addSessionCommands(program: Command): void {
  const command = (name: string): Command => program.command(name).helpGroup(GROUP)
  startingServer(command('new'))
    .description('Start a program on a new session and print its name.')
    .argument('[command...]', 'program and arguments, after -- (default: your shell)')
    .option('-n, --name <name>', 'name of the session')
    .option('-a, --attach', 'attach this terminal to it')
    .option('--clipboard', "with --attach: let the program set this terminal's clipboard")
    .option('--images', 'with --attach: show images (this terminal is kitty 0.28 or newer, or Ghostty)')
    .option('--cols <n>', 'columns (default: 80)', wholeNumber(1, MAX_CELLS))
    .option('--rows <n>', 'rows (default: 24)', wholeNumber(1, MAX_CELLS))
    .option('--cwd <folder>', 'where to run it (default: here)')
    .option('--isolate', 'keep it in a host of its own')
    .option('--node <name>', 'run it on this node of the fleet')
    .option('--pool <name>', 'run it in this pool of the fleet, where there is most room')
    .option('--labels <k=v,...>', 'run it on a node that has these labels; may be repeated', gatherLabels)
    .option('-e, --env <NAME=value>', 'set a variable; may be repeated', gather, [])
    .addHelpText(
      'after',
      '\nExamples:\n  polytty new -n editor -- vim notes.txt\n  polytty new -a\n  polytty new -n web -e PORT=8080 -- npm start\n',
    )
    .action(async (words: string[], flags: NewFlags) => (await import('../new.js')).newSession(words, flags))
  onServer(command('attach'))
    .description('Attach this terminal to a session; press Ctrl+\\ twice to detach.')
    .argument('[session]', SESSION)
    .option('--clipboard', "let the program set this terminal's clipboard")
    .option('--images', 'show images (this terminal is kitty 0.28 or newer, or Ghostty)')
    .action(async (name: string | undefined, flags: AttachFlags) =>
      (await import('../attach.js')).attachSession(name, flags),
    )
  startingServer(command('run'))
    .description('Run a command to its end, print its output and exit with its exit code.')
    .argument('<command...>', 'command line, or program and arguments after --')
    .option('-s, --session <name>', 'type it into the shell of this session (default: a session of its own)')
    .option('--timeout <seconds>', 'how long it may take', decimal(0, 3600), 3600)
    .option(
      '--max <tokens>',
      'for agents: a status line, and only what matters of a long output',
      wholeNumber(20, 1_000_000),
    )
    .addHelpText('after', "\nExamples:\n  polytty run 'make test'\n  polytty run -s build -- make -j4\n")
    .action(async (words: string[], flags: RunFlags) => (await import('../run.js')).run(words, flags))
  onServer(command('type'))
    .description('Type text into a session, exactly as given.')
    .argument('<words...>', 'the session, if there are several, and the text')
    .option('--enter', 'press Enter after it')
    .addHelpText('after', "\nExamples:\n  polytty type editor 'hello'\n  polytty type --enter 'make test'\n")
    .action(async (words: string[], flags: TypeFlags) => (await import('../type.js')).typeText(words, flags))
  onServer(command('do'))
    .description('Press keys in a session, and print what changed.')
    .argument('<words...>', 'the session, if there are several, and the keys')
    .option('-q, --quiet', 'print nothing')
    .option('--screen', 'print the whole screen')
    .option('--until <what>', 'ready (default), exit, change, /regex/, a text, or gone: and a text')
    .option('--timeout <seconds>', 'how long to wait for it', decimal(0, 3600), 10)
    .addHelpText(
      'after',
      "\nKeys are typed as they are, but <Enter>, <Esc>, <C-c>, <Up>, <F5> … are keys,\n<Click \"OK\"> clicks what is called so, <secret:NAME> is a secret of the operator, and <lt> is a <.\n\nExamples:\n  polytty do editor 'iHello<Esc>:wq<Enter>'\n  polytty do '<C-c>'\n",
    )
    .action(async (words: string[], flags: DoFlags) => (await import('../type.js')).doKeys(words, flags))
  onServer(command('look'))
    .description('Print the screen of a session, concisely.')
    .argument('[session]', SESSION)
    .option('--history <lines>', 'also this many lines of history', wholeNumber(0, 100_000))
    .option('--plain', 'the screen exactly as it is')
    .option('--outline', 'its menus, lists, buttons and fields, with their places')
    .option('--styles', 'its colours')
    .option('--find <text>', 'numbered lines of the screen and the history with this text, or /regex/')
    .option('--lines <a-b>', 'these lines of the history')
    .option('--ansi', 'with colours, as escape sequences')
    .option('--json', 'cell by cell, as JSON')
    .action(async (name: string | undefined, flags: LookFlags) => (await import('../look.js')).look(name, flags))
  addPictureOptions(onServer(command('screenshot')))
    .description('Save a picture of a session.')
    .argument('[session]', SESSION)
    .option(
      '-o, --output <file>',
      'where to write it; the extension chooses the format: png, svg, html, ansi, txt, json; - is a PNG on standard output (default: NAME.png)',
    )
    .addHelpText('after', '\nExamples:\n  polytty screenshot\n  polytty screenshot editor -o editor.svg --frame\n')
    .action(async (name: string | undefined, flags: ServerFlags & PictureFlags & { output?: string }) =>
      (await import('../screenshot.js')).screenshot(name, flags),
    )
  onServer(command('sessions'))
    .description('List the sessions of a server, and who uses them.')
    .option('--json', 'print JSON')
    .action(async (flags: ServerFlags) => (await import('../sessions.js')).listSessions(flags))
  onServer(command('watch'))
    .description('Watch a session live without touching it; q quits.')
    .argument('[session]', SESSION)
    .action(async (name: string | undefined, flags: ServerFlags) => (await import('../watch.js')).watch(name, flags))
  onServer(command('give-back'))
    .description('Give a session back to the agent that handed it over.')
    .argument('[session]', SESSION)
    .action(async (name: string | undefined, flags: ServerFlags) =>
      (await import('../approve.js')).giveBack(name, flags),
    )
  onServer(command('kill'))
    .description('End a session and everything it started.')
    .argument('<session>', 'name or id of the session')
    .action(async (name: string, flags: ServerFlags) => (await import('../sessions.js')).killSession(name, flags))
}
