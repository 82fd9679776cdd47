/** The commands about a server as a whole. */
import { type Command, Option } from 'commander'
import { defaults, FIRST_PORT, LAST_PORT } from '../../base/limits.js'
import { gather } from '../../cli-kit/gather.js'
import { addLogOptions } from '../../cli-kit/log-options.js'
import { wholeNumber } from '../../cli-kit/numbers.js'
import type { Protocol } from '../../protocols/protocol.js'
import { addPolicyOptions, approveOption } from '../agent-policy.js'
import { gatherLabels } from '../labels.js'
import type { ServeFlags } from '../serve.js'
import { addAgentCommands } from './agents.js'
import { addFleetCommands } from './fleet.js'
import { onServer, type ServerFlags } from './on-server.js'

const GROUP = 'Server:'

export function addServerCommands(program: Command, protocols: readonly Protocol[]): void {
  addPolicyOptions(addLogOptions(program.command('serve')))
    .addOption(approveOption())
    .helpGroup(GROUP)
    .description('Start the server: every protocol, one set of sessions.')
    .option('--host <address>', `address to bind (default: ${defaults.host})`)
    .option(
      '--port <number>',
      `port to bind (default: the first free one from ${FIRST_PORT} to ${LAST_PORT})`,
      wholeNumber(0, 65_535),
    )
    .option('--socket <path>', 'also listen on this Unix socket, for its owner alone')
    .addOption(new Option('--token <secret>', 'require this token from clients').env('POLYTTY_TOKEN'))
    .option('--name <name>', 'the name shown to clients')
    .option('--max-sessions <n>', `sessions at a time (default: ${defaults.maxSessions})`, wholeNumber(1, 100_000))
    .option('--max-connections <n>', `clients at a time (default: ${defaults.maxConnections})`, wholeNumber(1, 100_000))
    .option('--max-message-bytes <n>', 'size of one request', wholeNumber(1024, 2 ** 30), defaults.maxMessageBytes)
    .option(
      '--max-queue-bytes <n>',
      'bytes kept for a client that does not read',
      wholeNumber(65_536, 2 ** 31),
      defaults.maxQueueBytes,
    )
    .option('--max-waits <n>', 'unanswered requests of one client', wholeNumber(1, 100_000), defaults.maxWaits)
    .option('--allow-origin <origin>', 'allow pages from this origin; may be repeated', gather, [])
    .option(
      '--bridge <kind[:where]>',
      'make sessions of the panes of this terminal: tmux, tmux:LABEL, kitty …; may be repeated',
      gather,
      [],
    )
    .option('--redact', 'mask what looks like a secret in everything that leaves the server')
    .option('--redact-literal <text>', 'mask this text; may be repeated', gather, [])
    .option('--redact-pattern <regex>', 'mask what this matches; may be repeated', gather, [])
    .option('--plugin <manifest>', 'load this ptywright plugin; may be repeated', gather, [])
    .option('--allow-plugin-load', 'let ptywright clients load and unload plugins')
    .option('--tls-cert <file>', 'serve TLS with this certificate (PEM); needs --tls-key')
    .option('--tls-key <file>', 'its private key (PEM)')
    .option('--no-host', 'keep programs in the server itself: they end with it')
    .option(
      '--keep <seconds>',
      'how long programs keep running without a server (default: a day)',
      wholeNumber(1, 31_536_000),
    )
    .option('--persist <folder>', 'also keep sessions on disk, readable after a reboot')
    .option('--persist-raw', 'allow --persist with --redact, though nothing is masked on disk')
    .addOption(new Option('--traces <url>', 'send traces to this OpenTelemetry collector (OTLP)').env('POLYTTY_TRACES'))
    .addOption(new Option('--fleet <url>', 'be a node of the fleet at this NATS server').env('POLYTTY_FLEET'))
    .option('--node <name>', "this node's name in the fleet (default: the machine's)")
    .option('--pool <name>', 'nodes that are alike: sessions go to one of the same pool', 'default')
    .option('--labels <k=v,...>', 'what sessions may ask of this node; may be repeated', gatherLabels, {})
    .option('--spread', 'place new sessions anywhere in the pool, not first on this node')
    .option('--fleet-tenant <name>', 'whose sessions they are, where several share an account of NATS (default: main)')
    .option('--fleet-creds <file>', "a NATS user's credentials")
    .option('--fleet-ca <file>', 'trust this authority (PEM) for TLS with NATS')
    .option('--fleet-cert <file>', 'our certificate (PEM) for NATS; needs --fleet-key')
    .option('--fleet-key <file>', 'its private key (PEM)')
    .option('--fleet-replicas <n>', 'copies of what is kept in NATS: 1, 3 or 5 (default: 1)', wholeNumber(1, 5))
    .option('--linger <seconds>', 'exit this long after the last session and client are gone', wholeNumber(0, 86_400))
    .addHelpText(
      'after',
      '\nExamples:\n  polytty serve --port 9420\n  polytty serve --socket ~/.polytty/socket\n  polytty serve --host 0.0.0.0 --token "$(openssl rand -hex 16)"\n',
    )
    .action(async (flags: ServeFlags) => (await import('../serve.js')).serve(flags, protocols))
  addAgentCommands(program)
  addFleetCommands(program)
  onServer(program.command('status'))
    .helpGroup(GROUP)
    .description('Print which server is used, and its state; exit 1 if none is running.')
    .option('--json', 'print JSON')
    .action(async (flags: ServerFlags) => (await import('../status.js')).status(flags))
  onServer(program.command('stop'))
    .helpGroup(GROUP)
    .description('End every session, and the server.')
    .action(async (flags: ServerFlags) => (await import('../status.js')).stop(flags))
  onServer(program.command('restart'))
    .helpGroup(GROUP)
    .description('Replace the server with a new one; sessions keep running.')
    .action(async (flags: ServerFlags) => (await import('../status.js')).restart(flags))
  onServer(program.command('revive'))
    .helpGroup(GROUP)
    .description('Run the command of a session that was restored from disk again (serve --persist).')
    .argument('[session]', 'name or id of the session')
    .action(async (session: string | undefined, flags: ServerFlags) =>
      (await import('../revive.js')).revive(session, flags),
    )
  program
    .command('host', { hidden: true })
    .helpGroup(GROUP)
    .description('Keep programs for a server that comes and goes. Servers start it themselves.')
    .requiredOption('--socket <path>', 'where servers find it, for its owner alone')
    .option(
      '--keep <seconds>',
      'how long it goes on without a server',
      wholeNumber(1, 31_536_000),
      defaults.keepSeconds,
    )
    .option('--log <file>', 'where to report what happens while there is no server')
    .action(async ({ socket, keep, log }: { socket: string; keep: number; log?: string }) =>
      (await import('../../host/run.js')).runHost({ socket, keepSeconds: keep, log }),
    )
  program
    .command('doctor')
    .helpGroup(GROUP)
    .description('Check what this machine has, and print how to get what is missing.')
    .option('--json', 'print JSON')
    .action(async (flags: { json?: boolean }) => (await import('../doctor.js')).doctor(flags))
  program
    .command('config')
    .helpGroup(GROUP)
    .description('Print the effective configuration, and where each setting came from.')
    .option('--all', 'list every setting')
    .option('--json', 'print JSON')
    .action(async (flags: { json?: boolean }) => (await import('../config.js')).showConfig(flags))
}
