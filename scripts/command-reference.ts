/** The command line as a reference page and as manual pages, made from the commands themselves. */
import type { Command, Option } from 'commander'
import { createProgram } from '../packages/polytty/src/cli/program.js'
import { protocols } from '../packages/polytty/src/protocols/index.js'

/** Files by their path: a page in the docs, and a manual page for the program and for each command at the top. */
export async function commandReference(): Promise<Record<string, string>> {
  const program = await createProgram(protocols, ['complete'])
  const commands = visible(program)
  const files: Record<string, string> = {
    'docs/reference/command-line.md': page(program, commands),
    'packages/polytty/man/polytty.1': manual(program, 'polytty', commands),
  }
  for (const command of commands)
    files[`packages/polytty/man/polytty-${command.name()}.1`] = manual(
      command,
      `polytty-${command.name()}`,
      visible(command),
    )
  return files
}

function visible(command: Command): Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help')
}

function page(program: Command, commands: readonly Command[]): string {
  const groups = new Map<string, Command[]>()
  for (const command of commands) {
    const group = command.helpGroup() || 'Other:'
    groups.set(group, [...(groups.get(group) ?? []), command])
  }
  const sections = [...groups].flatMap(([group, members]) => [
    `## ${group.replace(/:$/, '')}`,
    ...members.flatMap((command) => section(command, '###')),
  ])
  const about =
    'Made by `npm run gen` from the commands themselves. [docs/command-line.md](../command-line.md) explains.'
  return `${['# The command line', program.description(), about, ...sections].join('\n\n')}\n`
}

function section(command: Command, level: string): string[] {
  return [
    `${level} ${title(command)}`,
    command.description(),
    ...optionTable(command),
    ...examples(command).map((text) => `\`\`\`sh\n${text}\n\`\`\``),
    ...visible(command).flatMap((child) => section(child, `${level}#`)),
  ]
}

/** `polytty look [options] [session]` */
function title(command: Command): string {
  return command.createHelp().commandUsage(command)
}

function optionTable(command: Command): string[] {
  const options = visibleOptions(command)
  if (options.length === 0) return []
  const rows = options.map(({ flags, description }) => `| \`${flags.replaceAll('|', '\\|')}\` | ${cell(description)} |`)
  return [['| option | |', '|---|---|', ...rows].join('\n')]
}

function visibleOptions(command: Command): Option[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .filter(({ long }) => long !== '--help')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}

/** The commands of the examples in a command's help. */
function examples(command: Command): string[] {
  const text = helpOf(command)
  const found = /\n(?:Examples?|Try):\n((?: {2}.*\n?)+)/.exec(text)?.[1]
  return found ? [found.replaceAll(/^ {2}/gm, '').trimEnd()] : []
}

/** The whole help, with what is added after it. */
function helpOf(command: Command): string {
  let text = ''
  const before = command.configureOutput()
  command.configureOutput({ ...before, writeOut: (more) => void (text += more) })
  command.outputHelp()
  command.configureOutput(before)
  return text
}

function manual(command: Command, name: string, commands: readonly Command[]): string {
  const lines = [
    `.TH ${name.toUpperCase()} 1`,
    '.SH NAME',
    `${roff(name)} \\- ${roff(command.description().replace(/\.$/, ''))}`,
    '.SH SYNOPSIS',
    `.B ${roff(title(command))}`,
  ]
  if (command.registeredArguments.length > 0) {
    lines.push('.SH ARGUMENTS')
    for (const argument of command.registeredArguments)
      lines.push('.TP', `.B ${roff(argument.name())}`, roff(argument.description || ' '))
  }
  const options = visibleOptions(command)
  if (options.length > 0) {
    lines.push('.SH OPTIONS')
    for (const { flags, description } of options) lines.push('.TP', `.B ${roff(flags)}`, roff(description || ' '))
  }
  if (commands.length > 0) {
    lines.push('.SH COMMANDS')
    for (const child of commands) lines.push('.TP', `.B ${roff(`${child.name()}`)}`, roff(child.description() || ' '))
  }
  for (const text of examples(command)) lines.push('.SH EXAMPLES', '.nf', ...text.split('\n').map(roff), '.fi')
  lines.push('.SH EXIT STATUS', roff(EXIT_STATUS))
  return `${lines.join('\n')}\n`
}

const EXIT_STATUS =
  '0 what was asked for was done; 1 it failed; 2 the command line or the configuration was wrong; 124 a command that was run took too long. ' +
  'Commands that run a program end with its exit code.'

/** Text in which nothing is a request or an escape. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1')
}
