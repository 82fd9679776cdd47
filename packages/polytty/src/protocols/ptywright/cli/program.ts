/** `polytty ptywright …`: the original's command line, so that scripts move over by prefixing one word. */

import { type Command, Option } from 'commander'
import { MAX_CELLS } from '../../../base/limits.js'
import { shells } from '../../../cli-kit/completion.js'
import { gather } from '../../../cli-kit/gather.js'
import { addLogOptions } from '../../../cli-kit/log-options.js'
import { wholeNumber } from '../../../cli-kit/numbers.js'
import { protocolCommand } from '../../../cli-kit/protocol-command.js'
import type { LogsFlags } from './logs.js'
import type { ReplFlags } from './repl.js'
import type { RunFlags } from './run.js'
import type { ServeFlags } from './serve.js'

export function ptywrightCommand(): Command {
  const ptywright = protocolCommand('ptywright', '0.3.0')
    .description("ptywright's command line: sessions over stdio or a socket.")
    .enablePositionalOptions()
  ptywright.action(() => ptywright.outputHelp())
  addLogOptions(ptywright.command('serve'))
    .description('Serve JSON-RPC on stdio or on a Unix socket (default: ~/.ptywright/socket).')
    .option('--stdio', 'one client, on standard input and output')
    .option('--socket <path>', 'several clients that share the sessions')
    .addOption(framing())
    .option('--plugin <manifest>', 'load this plugin; may be repeated', gather, [])
    .option('--allow-plugin-load', 'let clients load and unload plugins')
    .option('--server <socket>', 'with --stdio: share the sessions of the polytty serve behind this socket')
    .action(plainly(async (flags: ServeFlags) => (await import('./serve.js')).serve(flags)))
  ptywright
    .command('run')
    .description('Run a program on a PTY and pass everything through; ends with its exit code.')
    .argument('<command...>', 'program and arguments, after --')
    .option('--rows <n>', 'rows', wholeNumber(1, MAX_CELLS), 24)
    .option('--cols <n>', 'columns', wholeNumber(1, MAX_CELLS), 80)
    .passThroughOptions()
    .action(
      plainly(async (command: [string, ...string[]], flags: RunFlags) =>
        (await import('./run.js')).run(command, flags),
      ),
    )
  ptywright
    .command('repl')
    .description('Talk to a server by hand, with completion: the one on ~/.ptywright/socket, or its own.')
    .argument('[command...]', 'with --stdio: the server to start, after --')
    .option('--socket <path>', 'a server that listens there')
    .option('--stdio', 'a server of its own (default: polytty ptywright serve --stdio)')
    .addOption(framing())
    .passThroughOptions()
    .action(plainly(async (command: string[], flags: ReplFlags) => (await import('./repl.js')).repl(command, flags)))
  ptywright
    .command('logs')
    .description('Print the last lines of the log, then new ones, until Ctrl+C.')
    .option('--lines <n>', 'how many of the last lines to print', wholeNumber(0, 1_000_000), 20)
    .option('--filter <text>', 'only lines that contain this')
    .option('--no-follow', 'end after the last lines')
    .action(plainly(async (flags: LogsFlags) => (await import('./logs.js')).logs(flags)))
  ptywright
    .command('completions')
    .description('Print a completion script: source it, or put it where your shell looks.')
    .argument('<shell>', `one of ${shells.join(', ')}`)
    .action(
      plainly(async (shell: string) =>
        (await import('../../../cli-kit/completion.js')).printScript(shell, typedName(ptywright)),
      ),
    )
  ptywright
    .command('complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .helpOption(false)
    .action(async (words: string[]) =>
      (await import('../../../cli-kit/completion.js')).printCandidates(ptywright, words),
    )
  return ptywright
}

/** What is typed to get here: through a shim, the original's name. */
function typedName(command: Command): string {
  return command.parent?.getOptionValue('shim') ? command.name() : 'polytty'
}

function framing(): Option {
  return new Option('--framing <framing>', 'how messages are delimited').choices(['ndjson', 'lsp']).default('ndjson')
}

/** These commands fail with one redacted line and exit code 1, whatever was wrong. */
function plainly<A extends unknown[]>(act: (...args: A) => Promise<void> | void): (...args: A) => Promise<void> {
  return async (...args) => {
    try {
      await act(...args)
    } catch (error) {
      const { Redactor } = await import('../../../redaction/redactor.js')
      const reason = error instanceof Error ? error.message : String(error)
      process.stderr.write(`polytty: ${new Redactor().redact(reason)}\n`)
      process.exitCode = 1
    }
  }
}
