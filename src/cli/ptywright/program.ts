/** `polytty ptywright …`: the original's command line, so that scripts move over by prefixing one word. */
import { Command, Option } from 'commander'
import { wholeNumber } from '../numbers.js'
import type { RunFlags } from './run.js'
import type { ServeFlags } from './serve.js'

export function ptywrightCommand(): Command {
  const ptywright = new Command('ptywright')
    .description("ptywright's command line: sessions over stdio or a socket.")
    .enablePositionalOptions()
  ptywright
    .command('serve')
    .description('Serve JSON-RPC on stdio or on a Unix socket (default: ~/.ptywright/socket).')
    .option('--stdio', 'one client, on standard input and output')
    .option('--socket <path>', 'several clients, who share the sessions')
    .addOption(
      new Option('--framing <framing>', 'how messages are told apart').choices(['ndjson', 'lsp']).default('ndjson'),
    )
    .action(async (flags: ServeFlags) => (await import('./serve.js')).serve(flags))
  ptywright
    .command('run')
    .description('Run a program on a PTY and pass everything through; ends with its exit code.')
    .argument('<command...>', 'program and arguments, after --')
    .option('--rows <n>', 'rows', wholeNumber(1, 1000), 24)
    .option('--cols <n>', 'columns', wholeNumber(1, 1000), 80)
    .passThroughOptions()
    .action(async (command: [string, ...string[]], flags: RunFlags) => (await import('./run.js')).run(command, flags))
  return ptywright
}
