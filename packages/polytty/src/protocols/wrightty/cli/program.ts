/** `polytty wrightty …`: the original's command line, so that scripts move over by prefixing one word. */
import { type Command, Option } from 'commander'
import { CoreError } from '../../../base/core-error.js'
import { defaults, MAX_CELLS } from '../../../base/limits.js'
import { addLogOptions } from '../../../cli-kit/log-options.js'
import { decimal, wholeNumber } from '../../../cli-kit/numbers.js'
import { protocolCommand } from '../../../cli-kit/protocol-command.js'
import type { CommandContext } from '../../protocol.js'
import type { CreateFlags } from './actions.js'
import type { TargetFlags } from './target.js'
import type { TermFlags } from './term.js'

export function wrighttyCommand(context: CommandContext): Command {
  const wrightty = protocolCommand('wrightty', '0.2.5').description(
    "wrightty's command line: terminals over WebSocket and JSON-RPC.",
  )
  addTerm(wrightty, context)
  addReading(wrightty)
  addTyping(wrightty)
  addCall(wrightty)
  addSessions(wrightty)
  addRecording(wrightty)
  wrightty
    .command('discover')
    .description('List the servers on the ports 9420 to 9520.')
    .option('--host <address>', 'where to look', '127.0.0.1')
    .option('--json', 'print JSON')
    .action(async (flags: { host: string; json?: boolean }) => (await import('./actions.js')).printDiscovered(flags))
  targeted(
    wrightty,
    'mcp',
    "The wrightty package's tools on standard input and output (Model Context Protocol).",
  ).action(async (flags: TargetFlags) => (await import('./mcp.js')).mcp(flags))
  wrightty
    .command('skill')
    .description('Print what an agent has to know of these commands and tools, or install it.')
    .argument('[folder]', 'write wrightty/SKILL.md in this folder of skills')
    .action(async (folder: string | undefined) => (await import('./skill.js')).skill(folder))
  return wrightty
}

/** Terminals that the original can be a bridge to. */
const bridges = ['tmux', 'wezterm', 'kitty', 'zellij', 'ghostty'] as const

function addTerm(parent: Command, context: CommandContext): void {
  const term = addLogOptions(parent.command('term'))
    .description('Start a server.')
    .option('--headless', 'run programs without a window')
    .option('--host <address>', 'address to bind', defaults.host)
    .option('--port <number>', 'port to bind (default: the first free one from 9420)', wholeNumber(0, 65_535))
    .option('--max-sessions <n>', 'sessions at a time', wholeNumber(1, 100_000), 64)
    .option('--name <name>', 'the name shown to clients')
    .addOption(new Option('--password <secret>', 'require this password from clients').env('WRIGHTTY_PASSWORD'))
    .addOption(
      new Option('--watchdog-interval <s>', 'accepted and not needed: exits are reported as they happen').hideHelp(),
    )
    .action(async (flags: TermFlags) => (await import('./term.js')).term(flags, context))
  for (const kind of bridges) term.option(`--bridge-${kind}`, `serve the panes of ${kind}`)
  // Known so that scripts get the reason, not that there is no such option.
  term.addOption(new Option('--alacritty').hideHelp()).on('option:alacritty', () => {
    throw new CoreError('not-supported', '--alacritty is not supported: it needs a changed Alacritty', {
      hint: 'Programs run without a window with: wrightty term --headless',
    })
  })
}

/** A command on one session of a server. */
function targeted(parent: Command, name: string, about: string): Command {
  return withTarget(parent.command(name).description(about))
}

function withTarget(command: Command): Command {
  return command
    .option('--url <url>', 'server to talk to (default: $WRIGHTTY_SOCKET, then the first on the ports 9420 to 9520)')
    .option('--session <id>', 'session to use (default: the first)')
    .option('--password <secret>', 'password of the server (default: $WRIGHTTY_PASSWORD)')
    .option('--no-start', 'do not start a server if none is running')
}

/** `session --url X list` means what `session list --url X` does. */
function passTarget(parent: Command, command: Command): void {
  for (const [name, value] of Object.entries(parent.opts<TargetFlags>()))
    if (command.getOptionValue(name) === undefined) command.setOptionValue(name, value)
}

function addReading(parent: Command): void {
  targeted(parent, 'read', 'Print the screen.').action(async (flags: TargetFlags) =>
    (await import('./actions.js')).read(flags),
  )
  targeted(parent, 'info', 'Print what the server is and can do.').action(async (flags: TargetFlags) =>
    (await import('./actions.js')).info(flags),
  )
  targeted(parent, 'size', 'Print the size of the terminal.').action(async (flags: TargetFlags) =>
    (await import('./actions.js')).size(flags),
  )
  targeted(parent, 'screenshot', 'Save or print a picture of the screen.')
    .addOption(new Option('--format <format>').choices(['text', 'ansi', 'json', 'svg', 'png']).default('text'))
    .option('--theme <name>', 'colour theme')
    .option('-o, --output <file>', 'where to write it (default: standard output)')
    .action(async (flags: Parameters<typeof import('./actions.js').screenshot>[0]) =>
      (await import('./actions.js')).screenshot(flags),
    )
  targeted(parent, 'wait-for', 'Wait until text is on the screen, then print the screen; exit 1 if it does not appear.')
    .argument('<pattern>')
    .option('--timeout <seconds>', 'how long', decimal(0, 86_400), 30)
    .option('--regex', 'the pattern is a regular expression')
    .action(async (pattern: string, flags: TargetFlags & { timeout: number; regex?: boolean }) =>
      (await import('./actions.js')).waitFor(pattern, flags),
    )
}

function addTyping(parent: Command): void {
  targeted(parent, 'run', "Run a command in the session's shell, print its output, exit with its exit code.")
    .argument('<command>')
    .option('--timeout <seconds>', 'how long it may take', decimal(0, 86_400), 30)
    .action(async (command: string, flags: TargetFlags & { timeout: number }) =>
      (await import('./actions.js')).run(command, flags),
    )
  targeted(parent, 'send-text', 'Type text; \\n, \\t, \\r, \\e and \\xHH are understood.')
    .argument('<text>')
    .action(async (text: string, flags: TargetFlags) => (await import('./actions.js')).sendText(text, flags))
  targeted(parent, 'send-keys', 'Press keys: a, Enter, Ctrl+c, F5 …')
    .argument('<keys...>')
    .action(async (keys: string[], flags: TargetFlags) => (await import('./actions.js')).sendKeys(keys, flags))
}

function addCall(parent: Command): void {
  targeted(parent, 'call', 'Call any method on the session and print its result.')
    .argument('<method>', 'such as Terminal.resize')
    .argument('[params]', 'its params as JSON, without the session', '{}')
    .action(async (method: string, params: string, flags: TargetFlags) =>
      (await import('./actions.js')).call(method, params, flags),
    )
}

function addSessions(parent: Command): void {
  const session = withTarget(parent.command('session'))
    .description('List, create and destroy sessions.')
    .enablePositionalOptions()
    .hook('preAction', passTarget)
  targeted(session, 'list', 'List the sessions.')
    .option('--json', 'print JSON')
    .action(async (flags: TargetFlags & { json?: boolean }) => (await import('./actions.js')).listSessions(flags))
  targeted(session, 'create', 'Start a program; prints its session id.')
    .argument('[command...]', "program and arguments (default: the server's shell)")
    .option('--shell <program>', 'a shell to run, instead of a command')
    .option('--cols <n>', 'columns', wholeNumber(1, MAX_CELLS), 120)
    .option('--rows <n>', 'rows', wholeNumber(1, MAX_CELLS), 40)
    .option('--cwd <folder>', 'where to run it (default: the home folder)')
    .passThroughOptions()
    .action(async (command: string[], flags: CreateFlags) =>
      (await import('./actions.js')).createSession(command, flags),
    )
  targeted(session, 'destroy', 'End a session.')
    .argument('<id>')
    .action(async (id: string, flags: TargetFlags) => (await import('./actions.js')).destroySession(id, flags))
}

function addRecording(parent: Command): void {
  targeted(parent, 'record', 'Record the session as asciicast until Ctrl+C.')
    .option('-o, --output <file>', 'where to write it (default: standard output)')
    .option('--include-input', 'record what is typed as well')
    .action(async (flags: TargetFlags & { output?: string; includeInput?: boolean }) =>
      (await import('./actions.js')).record(flags),
    )
  targeted(parent, 'record-actions', 'Record what clients do as a script that replays it, until Ctrl+C.')
    .addOption(new Option('--format <format>').choices(['python', 'json', 'cli']).default('python'))
    .option('-o, --output <file>', 'where to write it (default: standard output)')
    .action(async (flags: Parameters<typeof import('./actions.js').recordActions>[0]) =>
      (await import('./actions.js')).recordActions(flags),
    )
}
