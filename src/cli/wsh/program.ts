/** `polytty wsh …`: the original's command line: a shell to attach to, and the sessions of its server. */
import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { defaults } from '../../server/options.js'
import { gather } from '../gather.js'
import { wholeNumber } from '../numbers.js'
import type { ServerFlags } from './server.js'
import type { StartFlags } from './start.js'
import { DEFAULT_BIND, type TargetFlags } from './target.js'

export function wshCommand(): Command {
  const wsh = withTarget(new Command('wsh'))
    .description("wsh's command line: shells to attach to, driven over HTTP and WebSocket.")
    .option('--name <name>', 'name of the new session (default: "0", "1", …)')
    .option('-c, --command <command>', 'command to run (default: your shell)')
    .option('--tag <tag>', 'tag the session; may be repeated', gather, [])
    .enablePositionalOptions()
    .addHelpText(
      'after',
      '\nExamples:\n  polytty wsh                   a shell, attached; Ctrl+\\ twice detaches\n  polytty wsh attach 0          back to it\n  polytty wsh server --bind 0.0.0.0:8080\n',
    )
    .action(async (flags: StartFlags) => (await import('./start.js')).start(flags))
    .hook('preAction', passTarget)
  addServer(wsh)
  addSessions(wsh)
  return wsh
}

function withTarget(command: Command): Command {
  return command
    .option('--server <url>', `server to talk to (default: $WSH_SERVER, then http://${DEFAULT_BIND})`)
    .option('--token <token>', "the server's token (default: $WSH_TOKEN, then what the server left here)")
}

/** `wsh --server X list` means what `wsh list --server X` does. */
function passTarget(parent: Command, command: Command): void {
  for (const name of ['server', 'token'])
    if (command.options.some((option) => option.attributeName() === name) && command.getOptionValue(name) === undefined)
      command.setOptionValue(name, parent.getOptionValue(name))
}

function addServer(parent: Command): void {
  parent
    .command('server')
    .description('Start a server.')
    .option('--bind <address:port>', 'where to listen', DEFAULT_BIND)
    .addOption(
      new Option('--token <token>', 'ask clients for this token (default: one is made unless on loopback)').env(
        'WSH_TOKEN',
      ),
    )
    .option('--ephemeral', 'end with the last session')
    .option('--max-sessions <n>', 'sessions at a time', wholeNumber(1, 100_000), defaults.maxSessions)
    .option('--allow-origin <origin>', 'let pages of this origin in; may be repeated', gather, [])
    .option('--tls-cert <file>', 'certificate (PEM), with --tls-key')
    .option('--tls-key <file>', 'private key (PEM)')
    .action(async (flags: ServerFlags) => (await import('./server.js')).server(flags))
  withTarget(parent.command('persist'))
    .description('Make the server stay when its last session ends, or not; or say whether it does.')
    .addArgument(new Argument('[value]').choices(['on', 'off', 'status']).default('on'))
    .action(async (value: 'on' | 'off' | 'status', flags: TargetFlags) =>
      (await import('./actions.js')).persist(value, flags),
    )
  withTarget(parent.command('stop'))
    .description('End all sessions and the server.')
    .action(async (flags: TargetFlags) => (await import('./actions.js')).stop(flags))
  withTarget(parent.command('token'))
    .description('Print the token of a server that was started here.')
    .action(async (flags: TargetFlags) => (await import('./actions.js')).token(flags))
}

function addSessions(parent: Command): void {
  withTarget(parent.command('attach'))
    .description('Put this terminal on a session. Ctrl+\\ captures the keyboard, twice detaches.')
    .argument('<name>')
    .option('--scrollback <lines>', 'lines of history to bring along: all, none or a number', linesOption, 'all')
    .action(async (name: string, { scrollback, ...flags }: TargetFlags & { scrollback: string }) => {
      const [{ attach }, { WshTarget }] = await Promise.all([import('./attach.js'), import('./target.js')])
      await attach(new WshTarget(flags), name, scrollback)
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
    .description('Send away all terminals that are attached to a session.')
    .argument('<name>')
    .action(async (name: string, flags: TargetFlags) => (await import('./actions.js')).detach(name, flags))
  withTarget(parent.command('rename'))
    .description('Give a session another name.')
    .argument('<name>')
    .argument('<new-name>')
    .action(async (name: string, newName: string, flags: TargetFlags) =>
      (await import('./actions.js')).rename(name, newName, flags),
    )
  withTarget(parent.command('tag'))
    .description('Add and remove tags of a session; prints what it has.')
    .argument('<name>')
    .option('--add <tag>', 'may be repeated', gather, [])
    .option('--remove <tag>', 'may be repeated', gather, [])
    .action(async (name: string, flags: TargetFlags & { add: string[]; remove: string[] }) =>
      (await import('./actions.js')).tag(name, flags),
    )
}

function linesOption(value: string): string {
  if (value === 'all' || value === 'none' || /^\d{1,9}$/.test(value)) return value
  throw new InvalidArgumentError('it is all, none or a number')
}
