/**
 * Shell completion. The scripts ask the command itself, so they never go stale: it answers with lines of a word and what
 * it means, and with `:files` where a file is wanted.
 */
import type { Argument, Command, Option } from 'commander'
import { CoreError } from '../base/core-error.js'
import { completionScripts } from './completion-scripts.js'

export interface Candidate {
  readonly value: string
  readonly about: string
}

/** Values that only a look elsewhere can name: sessions of the server, themes. By the name of the argument or option. */
export type ValueSource = (name: string) => Promise<readonly Candidate[] | null>

/** What the shell itself knows best. */
const FILES = ':files'
const wantsFile = /^(?:file|folder|path|cast|output|socket|cwd|tlsCert|tlsKey|plugin|manifest|artifactDir)$/

export const shells = Object.keys(completionScripts)

export function printScript(shell: string, name = 'polytty'): void {
  const script = completionScripts[shell]
  if (!script) throw new CoreError('invalid-params', `unknown shell '${shell}', expected one of: ${shells.join(', ')}`)
  process.stdout.write(`${script(name)}\n`)
}

/** Prints what may follow the words typed so far; the last word is the one being typed. */
export async function printCandidates(program: Command, words: readonly string[], values?: ValueSource): Promise<void> {
  const found = await candidates(program, words, values)
  const lines = found === null ? [FILES] : found.map(({ value, about }) => (about ? `${value}\t${about}` : value))
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
}

/** Null where the shell should offer files. */
export async function candidates(
  program: Command,
  words: readonly string[],
  values: ValueSource = async () => null,
): Promise<Candidate[] | null> {
  const typing = words.at(-1) === '--next' ? '' : (words.at(-1) ?? '')
  const { command, position } = walk(program, words.slice(0, -1))
  const before = findOption(command, words.at(-2))
  const offered =
    before && (before.required || before.optional)
      ? await valuesOf(before, before.attributeName(), values)
      : [...subcommands(command), ...(await argumentsOf(command, position, values)), ...optionsOf(command, typing)]
  const fitting = (offered ?? []).filter(({ value }) => value !== FILES && value.startsWith(typing))
  const alsoFiles = offered === null || offered.some(({ value }) => value === FILES)
  return fitting.length === 0 && alsoFiles ? null : fitting
}

/** The command that the words lead to, and how many arguments it has already. */
function walk(program: Command, words: readonly string[]): { command: Command; position: number } {
  let command = program
  let position = 0
  for (const [index, word] of words.entries()) {
    if (word.startsWith('-')) continue
    const before = findOption(command, words[index - 1])
    if (before && (before.required || before.optional)) continue
    const child = position === 0 ? command.commands.find((one) => one.name() === word) : undefined
    if (child) command = child
    else position++
  }
  return { command, position }
}

function findOption(command: Command, flag: string | undefined): Option | undefined {
  return flag === undefined ? undefined : command.options.find(({ long, short }) => flag === long || flag === short)
}

function subcommands(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((child) => child.name() !== 'help')
    .map((child) => ({ value: child.name(), about: firstSentence(child.description()) }))
}

/** Options are offered once someone has begun one. */
function optionsOf(command: Command, typing: string): Candidate[] {
  if (!typing.startsWith('-')) return []
  return command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, description }) => (long ? [{ value: long, about: firstSentence(description) }] : []))
}

async function argumentsOf(command: Command, position: number, values: ValueSource): Promise<Candidate[]> {
  const { registeredArguments } = command
  const last = registeredArguments.at(-1)
  const argument = registeredArguments[position] ?? (last?.variadic ? last : undefined)
  if (!argument) return []
  return (await valuesOf(argument, argument.name(), values)) ?? [{ value: FILES, about: '' }]
}

async function valuesOf(
  { argChoices }: Pick<Option | Argument, 'argChoices'>,
  name: string,
  values: ValueSource,
): Promise<Candidate[] | null> {
  if (argChoices) return argChoices.map((value) => ({ value, about: '' }))
  if (name === 'shell') return shells.map((value) => ({ value, about: '' }))
  const known = await values(name)
  if (known) return [...known]
  return wantsFile.test(name) ? null : []
}

function firstSentence(text: string): string {
  return text.split(/[.;:](?:\s|$)/, 1)[0]!.replaceAll('\n', ' ')
}
