/** `polytty termwright …`: the original's command line, so that scripts move over by prefixing one word. */
import { Command, Option } from 'commander'
import { decimal, wholeNumber } from '../numbers.js'
import type { DaemonFlags } from './daemon.js'
import type { HubFlags } from './hub.js'
import type { OnceFlags } from './once.js'
import type { RunStepsFlags } from './run-steps.js'

export function termwrightCommand(): Command {
  const termwright = new Command('termwright')
    .description("termwright's command line: a program behind a Unix socket.")
    .enablePositionalOptions()
  addDaemon(termwright)
  addOnce(termwright)
  addHub(termwright)
  termwright
    .command('exec')
    .description('Send one request to a daemon and print the reply line as it came.')
    .requiredOption('--socket <path>', 'socket of the daemon')
    .requiredOption('--method <name>', 'method to call')
    .option('--params <json>', 'its params')
    .action(async (flags: { socket: string; method: string; params?: string }) =>
      (await import('./exec.js')).exec(flags),
    )
  termwright
    .command('run-steps')
    .description('Run a step file. Exit 0: passed, 1: a step failed, 2: the file is wrong, 3: could not start.')
    .argument('<file>', 'YAML or JSON')
    .option('--connect <socket>', 'use a running daemon instead of starting one')
    .option('--trace', 'write trace.json in any case')
    .option('--junit <file>', 'also write a JUnit report')
    .action(async (file: string, flags: RunStepsFlags) => (await import('./run-steps.js')).runStepFile(file, flags))
  termwright
    .command('info')
    .description('Print versions and what this machine offers.')
    .action(async () => (await import('./exec.js')).info())
  termwright
    .command('fonts')
    .description('List the fonts that screenshots can use.')
    .action(async () => (await import('./exec.js')).fonts())
  return termwright
}

function sized(command: Command): Command {
  return command
    .option('--cols <n>', 'columns', wholeNumber(1, 1000), 80)
    .option('--rows <n>', 'rows', wholeNumber(1, 1000), 24)
}

function addDaemon(parent: Command): void {
  sized(parent.command('daemon'))
    .description('Run a program behind a Unix socket; prints the socket path.')
    .argument('[command...]', 'program and arguments, after --')
    .option('--socket <path>', 'where to listen (default: $TMPDIR/termwright-PID.sock)')
    .option('--background', 'return once the socket accepts')
    .addOption(
      new Option('--wire <shape>', 'shape of the replies (default: by what the client sends)').choices([
        'document',
        'released',
      ]),
    )
    .option('--server <socket>', 'run the program on this running server, where all dialects share it')
    .option('--session <name>', 'stand in front of this session of that server, instead of starting a program')
    .passThroughOptions()
    .addHelpText(
      'after',
      '\nExamples:\n  polytty termwright daemon --background -- vim notes.txt\n  polytty termwright daemon --session 0 --server ~/.polytty/socket\n',
    )
    .action(async (command: string[], flags: DaemonFlags) => (await import('./daemon.js')).daemon(command, flags))
}

function addOnce(parent: Command): void {
  const once = (name: string): Command =>
    sized(parent.command(name))
      .argument('<command...>', 'program and arguments, after --')
      .option('--wait-for <text>', 'wait until this is on the screen')
      .option('--delay <ms>', 'wait so long before looking', wholeNumber(0, 600_000), 0)
      .option('--timeout <seconds>', 'how long to wait at most', decimal(0, 86_400), 30)
      .passThroughOptions()
  once('run')
    .description('Start a program, wait, print its screen, end it.')
    .addOption(new Option('--format <format>').choices(['text', 'json', 'json-compact']).default('text'))
    .action(async (command: string[], flags: OnceFlags & { format: string }) =>
      (await import('./once.js')).printScreen(command, flags),
    )
  once('screenshot')
    .description('Start a program, wait, save a picture of its screen, end it.')
    .option('-o, --output <file>', 'where to write the PNG (default: standard output)')
    .option('--font <family>', 'font family')
    .option('--font-size <px>', 'font size', decimal(6, 96), 14)
    .action(async (command: string[], flags: OnceFlags & { output?: string; font?: string; fontSize: number }) =>
      (await import('./once.js')).saveScreenshot(command, flags),
    )
}

function addHub(parent: Command): void {
  const hub = parent.command('hub').description('Several daemons at once.').enablePositionalOptions()
  sized(hub.command('start'))
    .description('Start daemons; prints their sockets and lists them in a file.')
    .argument('<command...>', 'program and arguments, after --')
    .option('--count <n>', 'how many', wholeNumber(1, 64), 2)
    .option('--output <file>', 'where to list them', 'termwright-hub.json')
    .passThroughOptions()
    .action(async (command: string[], flags: HubFlags) => (await import('./hub.js')).startHub(command, flags))
  hub
    .command('stop')
    .description('Stop the daemons of such a list.')
    .option('--output <file>', 'the list', 'termwright-hub.json')
    .action(async ({ output }: { output: string }) => (await import('./hub.js')).stopHub(output))
}
