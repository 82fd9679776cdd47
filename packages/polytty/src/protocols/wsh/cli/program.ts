/** `polytty wsh …`: the original's command line: a shell to attach to, and the sessions of its server. */
import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { defaults } from '../../../base/limits.js'
import { gather } from '../../../cli-kit/gather.js'
import { addLogOptions } from '../../../cli-kit/log-options.js'
import { wholeNumber } from '../../../cli-kit/numbers.js'
import { protocolCommand } from '../../../cli-kit/protocol-command.js'
import type { CommandContext } from '../../protocol.js'
import type { TargetFlags } from './find-target.js'
import type { ServerFlags } from './server.js'
import type { StartFlags } from './start.js'
import { DEFAULT_BIND } from './target.js'

export function wshCommand(context: CommandContext): Command {
  const wsh = withTarget(protocolCommand('wsh', '0.1.0'))
    .description("wsh's command line: shells to attach to, driven over HTTP and WebSocket.")
    .option('--name <name>', 'name of the new session (default: "0", "1", …)')
    .option('-c, --command <command>', 'command to run (default: your shell)')
    .option('--tag <tag>', 'tag the session; may be repeated', gather, [])
    .option('--shell <shell>', 'shell to run (default: $SHELL)')
    .option('--bind <address:port>', 'where a newly started server listens')
    .option('--no-start', 'do not start a server if none is running')
    .addOption(new Option('-i', 'run interactively, as always').hideHelp())
    .addOption(altScreen())
    .enablePositionalOptions()
    .addHelpText(
      'after',
      '\nExamples:\n  polytty wsh                   a shell, attached; Ctrl+\\ twice detaches\n  polytty wsh attach 0          back to it\n  polytty wsh server --bind 0.0.0.0:8080\n',
    )
    .action(async (flags: StartFlags) => (await import('./start.js')).start(flags))
    .hook('preAction', passTarget)
  addServer(wsh, context)
  addServers(wsh)
  addSessions(wsh)
  return wsh
}

/** Options that the original has; here a terminal is left as it was in any case. */
function altScreen(): Option {
  return new Option('--alt-screen', 'leave the screen as it was, as always').hideHelp()
}

function withSocket(command: Command): Command {
  return command
    .option('-L, --server-name <name>', 'the server with this name (default: $WSH_SERVER_NAME)')
    .option('--socket <path>', 'the server with this socket, whatever its name')
}

function withTarget(command: Command): Command {
  return withSocket(command)
    .option('-s, --server <url>', `server to talk to (default: $WSH_SERVER, the one that is found, ${DEFAULT_BIND})`)
    .option('--token <token>', "the server's token (default: $WSH_TOKEN, then the one that the server saved)")
}

/** `wsh --server X list` means what `wsh list --server X` does; how deep the command lies makes no difference. */
function passTarget(parent: Command, command: Command): void {
  for (const name of ['server', 'token', 'serverName', 'socket'])
    if (command.options.some((option) => option.attributeName() === name) && command.getOptionValue(name) === undefined)
      command.setOptionValue(name, parent.getOptionValue(name))
}

function addServer(parent: Command, context: CommandContext): void {
  addLogOptions(withSocket(parent.command('server')))
    .description('Start a server.')
    .option('--bind <address:port>', 'where to listen', DEFAULT_BIND)
    .addOption(
      new Option('--token <token>', 'require this token from clients (default: generated unless on loopback)').env(
        'WSH_TOKEN',
      ),
    )
    .option('--no-auth', 'require no token: anyone who reaches the address can run programs (also: $WSH_NO_AUTH)')
    .option('--ephemeral', 'exit with the last session')
    .option('--max-sessions <n>', 'sessions at a time', wholeNumber(1, 100_000), defaults.maxSessions)
    .option('--allow-origin <origin>', 'allow pages from this origin; may be repeated', gather, [])
    .option('--cors-origin <origin>', 'same as --allow-origin', gather, [])
    .option(
      '--rate-limit <n>',
      'requests per second from one address (default: 100; unlimited on loopback)',
      wholeNumber(1, 1e6),
    )
    .addOption(new Option('--hostname <name>', "this server's name (default: the machine's)").env('WSH_HOSTNAME'))
    .addOption(new Option('--base-prefix <path>', 'serve everything under this path').env('WSH_BASE_PREFIX'))
    .addOption(new Option('--config <file>', 'not read: servers are not federated').hideHelp())
    .addOption(new Option('--tls-cert <file>', 'certificate (PEM), with --tls-key').env('WSH_TLS_CERT'))
    .addOption(new Option('--tls-key <file>', 'private key (PEM)').env('WSH_TLS_KEY'))
    .action(async (flags: ServerFlags) => (await import('./server.js')).server(flags, context))
  withTarget(parent.command('persist'))
    .description('Keep the server running when its last session ends, or not; without an argument, print which.')
    .addArgument(new Argument('[value]').choices(['on', 'off', 'status']).default('status'))
    .option('--bind <address:port>', 'the server that listens there')
    .action(async (value: 'on' | 'off' | 'status', flags: TargetFlags) =>
      (await import('./actions.js')).persist(value, flags),
    )
  withTarget(parent.command('stop'))
    .description('End all sessions and the server.')
    .action(async (flags: TargetFlags) => (await import('./actions.js')).stop(flags))
  withTarget(parent.command('token'))
    .description('Print the token of a server that was started here.')
    .action(async (flags: TargetFlags) => (await import('./actions.js')).token(flags))
  withTarget(parent.command('mcp'))
    .description('Tools for models on standard input and output; starts a server if none is running.')
    .option('--bind <address:port>', 'the server that listens there, or will listen there')
    .option('--no-start', 'do not start a server if none is running')
    .action(async (flags: TargetFlags) => (await import('./mcp.js')).mcp(flags))
}

function addServers(parent: Command): void {
  const servers = withTarget(parent.command('servers'))
    .description('The servers that a server knows of: only itself.')
    .enablePositionalOptions()
    .hook('preAction', passTarget)
  const add = (name: string): Command => withTarget(servers.command(name))
  add('list')
    .description('List the servers.')
    .action(async (flags: TargetFlags) => (await import('./servers.js')).listServers(flags))
  add('info')
    .description('Print the name and the version of this one.')
    .action(async (flags: TargetFlags) => (await import('./servers.js')).serverInfo(flags))
  // Known so that scripts get the reason, not that there is no such command.
  for (const words of ['add <address>', 'remove <hostname>', 'reload'])
    withTarget(servers.command(words, { hidden: true })).action(async () =>
      (await import('./servers.js')).refuseFederation(),
    )
}

interface AttachFlags {
  readonly scrollback: string
  readonly clipboard?: boolean
  readonly images?: boolean
}

function addSessions(parent: Command): void {
  withTarget(parent.command('attach'))
    .description('Attach this terminal to a session. Ctrl+\\ captures the keyboard; twice detaches.')
    .argument('<name>')
    .option('--scrollback <lines>', 'lines of history to print first: all, none or a number', linesOption, 'all')
    .option('--clipboard', "let the program set this terminal's clipboard")
    .option('--images', 'show images (this terminal is kitty 0.28 or newer, or Ghostty)')
    .addOption(altScreen())
    .action(async (name: string, { scrollback, clipboard, images, ...flags }: TargetFlags & AttachFlags) => {
      const [{ attach }, { findTarget }] = await Promise.all([import('./attach.js'), import('./find-target.js')])
      await attach(await findTarget(flags), name, { scrollback, clipboard, images })
    })
  withTarget(parent.command('list'))
    .description('List the sessions.')
    .option('--tag <tags>', 'only those with one of these tags, comma-separated')
    .option('--json', 'print JSON')
    .action(async (flags: TargetFlags & { tag?: string; json?: boolean }) => (await import('./actions.js')).list(flags))
  withTarget(parent.command('kill'))
    .description('End a session.')
    .argument('<name>')
    .action(async (name: string, flags: TargetFlags) => (await import('./actions.js')).kill(name, flags))
  withTarget(parent.command('detach'))
    .description('Detach all clients of a session.')
    .argument('<name>')
    .action(async (name: string, flags: TargetFlags) => (await import('./actions.js')).detach(name, flags))
  withTarget(parent.command('rename'))
    .description('Rename a session.')
    .argument('<name>')
    .argument('<new-name>')
    .action(async (name: string, newName: string, flags: TargetFlags) =>
      (await import('./actions.js')).rename(name, newName, flags),
    )
  withTarget(parent.command('tag'))
    .description('Add and remove tags of a session, and print them.')
    .argument('<name>')
    .option('--add <tag>', 'may be repeated', gather, [])
    .option('--remove <tag>', 'may be repeated', gather, [])
    .action(async (name: string, flags: TargetFlags & { add: string[]; remove: string[] }) =>
      (await import('./actions.js')).tag(name, flags),
    )
}

function linesOption(value: string): string {
  if (value === 'all' || value === 'none' || /^\d{1,9}$/.test(value)) return value
  throw new InvalidArgumentError('must be all, none or a number')
}
