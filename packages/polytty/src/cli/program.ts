/** The tree of commands. Each command's work lives in its own file and is loaded only when it runs. */
import { Command, Help, Option } from 'commander'
import { version } from '../base/package.js'
import type { Protocol } from '../protocols/protocol.js'
import { addBridgeCommands } from './commands/bridges.js'
import { addCompletion, addProtocolCommands } from './commands/protocols.js'
import { addRecordingCommands } from './commands/recordings.js'
import { addServerCommands } from './commands/server.js'
import { addSessionCommands } from './commands/sessions.js'
import { addTestCommand } from './commands/tests.js'

const TRY = `
Try:
  polytty new -n demo -- vim        a program on a session
  polytty do demo 'iHello<Esc>'     keys, and the screen
  polytty screenshot demo           a picture of it
  polytty attach demo               this terminal on it
  polytty kill demo                 and its end

polytty COMMAND --help describes each command; polytty doctor checks this machine.
`

/** `words` is the command line: of the protocols' commands only those are loaded that it can mean. */
export async function createProgram(protocols: readonly Protocol[], words: readonly string[]): Promise<Command> {
  const program: Command = new Command('polytty')
    .description('Terminals for tests, agents and people: programs on real PTYs, and one server in front of them.')
    .version(version)
    .enablePositionalOptions()
    .addOption(new Option('--shim', "stand for the original's program").hideHelp())
    .exitOverride()
    .configureHelp({ optionDescription: describeOption, commandUsage: (command) => describeUsage(program, command) })
    .configureOutput({ outputError: (text, write) => write(`polytty: ${text.replace(/^error: /, '')}`) })
    .showSuggestionAfterError()
    .addHelpText('after', TRY)
  addSessionCommands(program)
  addServerCommands(program, protocols)
  addBridgeCommands(program, protocols)
  addRecordingCommands(program)
  addTestCommand(program)
  await addProtocolCommands(program, protocols, words)
  addCompletion(program)
  inheritSettings(program)
  return program
}

/** Whoever calls a shim knows nothing of us. */
function describeUsage(program: Command, command: Command): string {
  const usage = new Help().commandUsage(command)
  return program.getOptionValue('shim') ? usage.replace(/^polytty /, '') : usage
}

/** An empty list to begin with is nothing that needs saying. */
function describeOption(option: Option): string {
  return new Help().optionDescription(option).replace(' (default: [])', '')
}

/** Commands made elsewhere fail like those made here. */
function inheritSettings(parent: Command): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent)
    inheritSettings(command)
  }
}
