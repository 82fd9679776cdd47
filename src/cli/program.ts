/** The tree of commands. Each command's work lives in its own file and is loaded only when it runs. */
import { Command, Help, Option } from 'commander'
import { defaults, FIRST_PORT, LAST_PORT } from '../server/options.js'
import { version } from '../server/version.js'
import { shells } from './completion.js'
import { gather } from './gather.js'
import { decimal, wholeNumber } from './numbers.js'
import type { PlayFlags } from './play.js'
import { ptywrightCommand } from './ptywright/program.js'
import type { RecordFlags } from './record.js'
import type { RenderFlags } from './render.js'
import type { ServeFlags } from './serve.js'
import type { ServerFlags } from './server-target.js'
import { termwrightCommand } from './termwright/program.js'
import { tuispecCommand } from './tuispec/program.js'
import { wrighttyCommand } from './wrightty/program.js'
import { wshCommand } from './wsh/program.js'

export function createProgram(): Command {
  const program = new Command('polytty')
    .description('One terminal server that speaks five protocols: wrightty, termwright, ptywright, wsh, tuispec.')
    .version(version)
    .enablePositionalOptions()
    .exitOverride()
    .configureHelp({ optionDescription: describeOption })
    .configureOutput({ outputError: (text, write) => write(`polytty: ${text.replace(/^error: /, '')}`) })
    .showSuggestionAfterError()
    .addHelpText(
      'after',
      '\nTry:\n  polytty serve                 start the server\n  polytty serve --help          its options\n',
    )
  addServe(program)
  addSessions(program)
  program.addCommand(wrighttyCommand())
  program.addCommand(termwrightCommand())
  program.addCommand(ptywrightCommand())
  program.addCommand(wshCommand())
  addRecordings(program)
  program.addCommand(tuispecCommand())
  addShims(program)
  addCompletion(program)
  inheritSettings(program)
  return program
}

/** An empty list to begin with is nothing that needs saying. */
function describeOption(option: Option): string {
  return new Help().optionDescription(option).replace(' (default: [])', '')
}

function addServe(program: Command): void {
  program
    .command('serve')
    .description('Start the server: every dialect, one set of sessions.')
    .addOption(new Option('--host <address>', 'address to bind').default(defaults.host))
    .option(
      '--port <number>',
      `port to bind (default: the first free one from ${FIRST_PORT} to ${LAST_PORT})`,
      wholeNumber(0, 65_535),
    )
    .option('--socket <path>', 'also listen on this Unix socket, for its owner alone')
    .addOption(new Option('--token <secret>', 'ask clients for this token').env('POLYTTY_TOKEN'))
    .option('--name <name>', 'a name that clients see')
    .option('--max-sessions <n>', 'sessions at a time', wholeNumber(1, 100_000), defaults.maxSessions)
    .option('--max-connections <n>', 'clients at a time', wholeNumber(1, 100_000), defaults.maxConnections)
    .option('--max-message-bytes <n>', 'size of one request', wholeNumber(1024, 2 ** 30), defaults.maxMessageBytes)
    .option(
      '--max-queue-bytes <n>',
      'bytes kept for a client that does not read',
      wholeNumber(65_536, 2 ** 31),
      defaults.maxQueueBytes,
    )
    .option('--max-waits <n>', 'unanswered requests of one client', wholeNumber(1, 100_000), defaults.maxWaits)
    .option('--allow-origin <origin>', 'let pages of this origin in; may be repeated', gather, [])
    .option('--redact', 'mask what looks like a secret in everything that leaves the server')
    .option('--redact-literal <text>', 'mask this text; may be repeated', gather, [])
    .option('--redact-pattern <regex>', 'mask what this matches; may be repeated', gather, [])
    .option('--plugin <manifest>', 'load this ptywright plugin; may be repeated', gather, [])
    .option('--allow-plugin-load', 'let ptywright clients load and unload plugins')
    .option('--tls-cert <file>', 'serve TLS with this certificate (PEM), and --tls-key')
    .option('--tls-key <file>', 'its private key (PEM)')
    .addOption(
      new Option('--log-level <level>', 'what to log')
        .choices(['silent', 'error', 'warn', 'info', 'debug'])
        .default('warn'),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  polytty serve --port 9420\n  polytty serve --socket ~/.polytty/socket\n  polytty serve --host 0.0.0.0 --token "$(openssl rand -hex 16)"\n',
    )
    .action(async (flags: ServeFlags) => (await import('./serve.js')).serve(flags))
}

function addSessions(program: Command): void {
  const onServer = (command: Command): Command =>
    command
      .option('--server <address>', 'socket or URL of the server (default: $POLYTTY_SERVER, then the first one found)')
      .option('--token <secret>', 'its token (default: $POLYTTY_TOKEN; a socket needs none)')
  onServer(program.command('sessions'))
    .description('List what runs on a server, and who uses it.')
    .option('--json', 'print JSON')
    .action(async (flags: ServerFlags) => (await import('./sessions.js')).listSessions(flags))
  onServer(program.command('watch'))
    .description('Look at a session as it changes, without touching it; q leaves.')
    .argument('<name>', 'name of the session, or its id or the beginning of it')
    .action(async (name: string, flags: ServerFlags) => (await import('./watch.js')).watch(name, flags))
  onServer(program.command('kill'))
    .description('End a session with everything it started.')
    .argument('<name>', 'name of the session, or its id or the beginning of it')
    .action(async (name: string, flags: ServerFlags) => (await import('./sessions.js')).killSession(name, flags))
}

function addRecordings(program: Command): void {
  program
    .command('record')
    .description('Run a program in this terminal and write a cast of it as it happens.')
    .argument('<cast>', 'file to write')
    .argument('[command...]', 'program and arguments, after -- (default: your shell)')
    .addOption(new Option('--cast-version <n>', 'asciicast version').choices(['2', '3']).default('2'))
    .option('--input', 'record what is typed as well')
    .option('--marks', 'F12 puts a marker into the recording')
    .option('--redact', 'mask what looks like a secret')
    .option('--title <text>', 'title of the recording')
    .option('--overwrite', 'write over a file that exists')
    .option('--max-size <MiB>', 'stop recording, not the program, at this size', wholeNumber(1, 16_384), 1024)
    .addHelpText(
      'after',
      '\nExamples:\n  polytty record demo.cast\n  polytty record build.cast --redact -- make test\n',
    )
    .action(async (file: string, command: string[], flags: RecordFlags) =>
      (await import('./record.js')).record(file, command, flags),
    )
  program
    .command('render')
    .description('Turn a cast into a GIF, MP4, WebM, PNG, SVG or text file.')
    .argument('<cast>', 'asciicast of any version')
    .requiredOption('-o, --output <file>', 'where to write; its ending says what: gif, mp4, webm, png, svg, txt')
    .option('--theme <name>', 'colour theme, or a JSON file with one')
    .option('--font-size <px>', 'font size', decimal(6, 96))
    .option('--speed <factor>', 'play faster or slower', decimal(0.01, 100))
    .option('--idle-limit <seconds>', 'longest pause to keep', decimal(0, 3600))
    .option('--from <seconds>', 'start here', decimal(0, 1_000_000))
    .option('--to <seconds>', 'end here', decimal(0, 1_000_000))
    .option('--at <seconds>', 'the moment of a still picture (default: the end)', decimal(0, 1_000_000))
    .option('--fps <n>', 'frames a second at most', wholeNumber(1, 60))
    .addHelpText(
      'after',
      '\nExamples:\n  polytty render demo.cast -o demo.gif --idle-limit 1\n  polytty render demo.cast -o end.png --theme dracula\n',
    )
    .action(async (file: string, flags: RenderFlags) => (await import('./render.js')).renderCast(file, flags))
  program
    .command('play')
    .description('Play a cast in this terminal.')
    .argument('<cast>', 'asciicast of any version')
    .option('--speed <factor>', 'play faster or slower', decimal(0.01, 100))
    .option('--idle-limit <seconds>', 'longest pause to keep', decimal(0, 3600))
    .action(async (file: string, flags: PlayFlags) => (await import('./play.js')).play(file, flags))
}

function addShims(program: Command): void {
  program
    .command('shims')
    .description("Write commands under the originals' names (wrightty, termwright, ptywright, wsh, tuispec).")
    .argument('<folder>', 'where to; made if it is not there')
    .addHelpText('after', '\nExample:\n  polytty shims ~/.polytty/bin && export PATH=~/.polytty/bin:"$PATH"\n')
    .action(async (folder: string) => (await import('./shims.js')).writeShims(folder))
}

function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('Print a completion script: source it, or put it where your shell looks.')
    .argument('<shell>', `one of ${shells.join(', ')}`)
    .addHelpText(
      'after',
      '\nExamples:\n  source <(polytty completion bash)\n  polytty completion fish > ~/.config/fish/completions/polytty.fish\n',
    )
    .action(async (shell: string) => (await import('./completion.js')).printScript(shell))
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .helpOption(false)
    .action(async (words: string[]) => (await import('./completion.js')).printCandidates(program, words))
}

/** Commands made elsewhere fail like those made here. */
function inheritSettings(parent: Command): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent)
    inheritSettings(command)
  }
}
