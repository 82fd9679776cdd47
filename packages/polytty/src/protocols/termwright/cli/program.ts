/** `polytty termwright …`: the original's command line, so that scripts move over by prefixing one word. */

import { type Command, Option } from 'commander'
import { MAX_CELLS } from '../../../base/limits.js'
import { gather } from '../../../cli-kit/gather.js'
import { addLogOptions } from '../../../cli-kit/log-options.js'
import { decimal, wholeNumber } from '../../../cli-kit/numbers.js'
import { protocolCommand } from '../../../cli-kit/protocol-command.js'
import type { DaemonFlags } from './daemon.js'
import type { HubFlags } from './hub.js'
import type { PictureFlags, ScreenFlags } from './once.js'
import type { RunStepsFlags } from './run-steps.js'
import { addSettings, settingsOf } from './settings.js'

export function termwrightCommand(): Command {
  const termwright = addSettings(protocolCommand('termwright', '0.2.0'), true)
    .description("termwright's command line: a program behind a Unix socket.")
    .enablePositionalOptions()
  addDaemon(termwright)
  addOnce(termwright)
  addHub(termwright)
  addSettings(termwright.command('exec'))
    .description('Send one request to a daemon and print the reply line as it came.')
    .requiredOption('--socket <path>', 'socket of the daemon')
    .requiredOption('--method <name>', 'method to call')
    .option('--params <json>', 'its params as JSON')
    .action(async (flags: { socket: string; method: string; params?: string }, command: Command) =>
      (await import('./exec.js')).exec(flags, settingsOf(command)),
    )
  addSettings(termwright.command('run-steps'))
    .description('Run a step file. Exit 0: passed, 1: a step failed, 2: the file is wrong, 3: could not start.')
    .argument('<file>', 'YAML or JSON')
    .option('--connect <socket>', 'use a running daemon instead of starting one')
    .option('--trace', 'always write trace.json')
    .option('--junit <file>', 'also write a JUnit report')
    .action(async (file: string, flags: RunStepsFlags, command: Command) =>
      (await import('./run-steps.js')).runStepFile(file, flags, settingsOf(command)),
    )
  addInfo(termwright)
  termwright
    .command('fonts')
    .description('List the fonts that screenshots can use.')
    .action(async () => (await import('./exec.js')).fonts())
  return termwright
}

function sized(command: Command): Command {
  return addSettings(command)
    .option('--cols <n>', 'columns', wholeNumber(1, MAX_CELLS), 80)
    .option('--rows <n>', 'rows', wholeNumber(1, MAX_CELLS), 24)
}

function addDaemon(parent: Command): void {
  addLogOptions(sized(parent.command('daemon')))
    .description('Run a program behind a Unix socket; prints the socket path.')
    .argument('[command...]', 'program and arguments, after --')
    .option('--socket <path>', 'where to listen (default: $TMPDIR/termwright-PID.sock)')
    .option('--background', 'return once the socket accepts connections')
    .option('--server <socket>', 'run the program on this running server, where all dialects share it')
    .option('--session <name>', 'serve this session of that server instead of starting a program')
    .passThroughOptions()
    .addHelpText(
      'after',
      '\nExamples:\n  polytty termwright daemon --background -- vim notes.txt\n  polytty termwright daemon --session 0 --server ~/.polytty/socket\n',
    )
    .action(async (program: string[], flags: DaemonFlags, command: Command) =>
      (await import('./daemon.js')).daemon(program, flags, settingsOf(command)),
    )
}

function addOnce(parent: Command): void {
  const once = (name: string): Command =>
    sized(parent.command(name))
      .argument('<command...>', 'program and arguments, after --')
      .option('--wait-for <text>', 'wait until this is on the screen')
      .option('--delay <ms>', 'wait this long before reading the screen', wholeNumber(0, 600_000), 0)
      .option('--timeout <seconds>', 'the longest time to wait', decimal(0, 86_400), 30)
      .passThroughOptions()
  once('run')
    .description('Start a program, wait, print its screen, end it.')
    .addOption(new Option('--format <format>').choices(['text', 'json', 'json-compact']).default('text'))
    .action(async (program: string[], flags: ScreenFlags, command: Command) =>
      (await import('./once.js')).printScreen(program, flags, settingsOf(command)),
    )
  once('screenshot')
    .description('Start a program, wait, save a picture of its screen, end it.')
    .option('-o, --output <file>', 'where to write the PNG (default: standard output)')
    .option('--font <family>', 'font family')
    .option('--font-size <px>', 'font size', decimal(6, 96), 14)
    .action(async (program: string[], flags: PictureFlags, command: Command) =>
      (await import('./once.js')).saveScreenshot(program, flags, settingsOf(command)),
    )
}

function addHub(parent: Command): void {
  const hub = parent.command('hub').description('Several daemons at once.').enablePositionalOptions()
  sized(hub.command('start'))
    .description('Start daemons; prints their sockets and processes as a JSON array.')
    .argument('<command...>', 'program and arguments, after --')
    .option('--count <n>', 'how many', wholeNumber(1, 64), 1)
    .option('--output <file>', 'write the array to this file as well')
    .passThroughOptions()
    .action(async (program: string[], flags: HubFlags, command: Command) =>
      (await import('./hub.js')).startHub(program, flags, settingsOf(command)),
    )
  hub
    .command('stop')
    .description('Stop daemons.')
    .option('--input <file>', 'the daemons in an array that hub start wrote')
    .option('--socket <path>', 'the one at this socket; may be repeated', gather, [])
    .action(async (flags: { input?: string; socket: string[] }) => (await import('./hub.js')).stopHub(flags))
}

function addInfo(parent: Command): void {
  const info = parent
    .command('info')
    .description('Describe the steps, protocols, keys and capabilities.')
    .option('--json', 'print JSON')
    .action(async (flags: { json?: boolean }) => (await import('./info.js')).printInfo('topics', undefined, flags))
  const topic = (name: 'steps' | 'protocols' | 'keys' | 'capabilities', description: string): Command =>
    info
      .command(name)
      .description(description)
      .option('--json', 'print JSON')
      .action(async (...args: unknown[]) => {
        const command = args.at(-1) as Command
        const [wanted] = command.args
        await import('./info.js').then(({ printInfo }) => printInfo(name, wanted, command.optsWithGlobals()))
      })
  topic('steps', 'The actions of step files.').argument('[name]', 'one of them, in detail')
  topic('protocols', 'The methods of a daemon.').argument('[name]', 'one of them, in detail')
  topic('keys', 'The names of keys.')
  topic('capabilities', 'Versions, and what this program can do.')
}
