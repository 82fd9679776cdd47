/** `polytty ptywright …`: the original's command line, so that scripts move over by prefixing one word. */
import { Command, Option } from 'commander'
import { shells } from '../completion.js'
import { gather } from '../gather.js'
import { wholeNumber } from '../numbers.js'
import type { LogsFlags } from './logs.js'
import type { ReplFlags } from './repl.js'
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
    .addOption(framing())
    .option('--plugin <manifest>', 'load this plugin; may be repeated', gather, [])
    .option('--allow-plugin-load', 'let clients load and unload plugins')
    .option('--server <socket>', 'with --stdio: share the sessions of the polytty serve behind this socket')
    .action(plainly(async (flags: ServeFlags) => (await import('./serve.js')).serve(flags)))
  ptywright
    .command('run')
    .description('Run a program on a PTY and pass everything through; ends with its exit code.')
    .argument('<command...>', 'program and arguments, after --')
    .option('--rows <n>', 'rows', wholeNumber(1, 1000), 24)
    .option('--cols <n>', 'columns', wholeNumber(1, 1000), 80)
    .passThroughOptions()
    .action(
      plainly(async (command: [string, ...string[]], flags: RunFlags) =>
        (await import('./run.js')).run(command, flags),
      ),
    )
  ptywright
    .command('repl')
    .description('Talk to a server by hand, with completion. Default: the one on ~/.ptywright/socket.')
    .argument('[command...]', 'with --stdio: the server to start, after --')
    .option('--socket <path>', 'a server that listens there')
    .option('--stdio', 'a server of its own (default: polytty ptywright serve --stdio)')
    .addOption(framing())
    .passThroughOptions()
    .action(plainly(async (command: string[], flags: ReplFlags) => (await import('./repl.js')).repl(command, flags)))
  ptywright
    .command('logs')
    .description('What servers wrote down.')
    .option('--lines <n>', 'so many of the last lines', wholeNumber(0, 1_000_000), 100)
    .option('--filter <text>', 'only lines that contain this')
    .action(plainly(async (flags: LogsFlags) => (await import('./logs.js')).logs(flags)))
  ptywright
    .command('completions')
    .description('Print a completion script: source it, or put it where your shell looks.')
    .argument('<shell>', `one of ${shells.join(', ')}`)
    .action(plainly(async (shell: string) => (await import('../completion.js')).printScript(shell)))
  return ptywright
}

function framing(): Option {
  return new Option('--framing <framing>', 'how messages are told apart').choices(['ndjson', 'lsp']).default('ndjson')
}

/** These commands fail with one redacted line and exit code 1, whatever was wrong. */
function plainly<A extends unknown[]>(act: (...args: A) => Promise<void> | void): (...args: A) => Promise<void> {
  return async (...args) => {
    try {
      await act(...args)
    } catch (error) {
      const { Redactor } = await import('../../text/redact.js')
      const reason = error instanceof Error ? error.message : String(error)
      process.stderr.write(`polytty: ${new Redactor().redact(reason)}\n`)
      process.exitCode = 1
    }
  }
}
