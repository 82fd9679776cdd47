/** Shell completion. The scripts ask the command itself, so they never go stale. */
import type { Command } from 'commander'
import { CoreError } from '../base/core-error.js'

const scripts = {
  bash: `_polytty() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(polytty complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _polytty polytty`,
  zsh: `#compdef polytty
_polytty() {
  local -a found
  found=("\${(@f)$(polytty complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -a found; else _files; fi
}
compdef _polytty polytty`,
  fish: `complete -c polytty -f -a '(polytty complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
} as const

export const shells = Object.keys(scripts) as readonly (keyof typeof scripts)[]

export function printScript(shell: string): void {
  const script = scripts[shell as keyof typeof scripts]
  if (!script) throw new CoreError('invalid-params', `no completion for ${shell}: choose one of ${shells.join(', ')}`)
  process.stdout.write(`${script}\n`)
}

/** Prints what may follow the words typed so far; the last word is the one being typed. */
export function printCandidates(program: Command, words: readonly string[]): void {
  const found = candidates(program, words)
  if (found.length > 0) process.stdout.write(`${found.join('\n')}\n`)
}

export function candidates(program: Command, words: readonly string[]): string[] {
  const typing = words.at(-1) ?? ''
  let command = program
  for (const word of words.slice(0, -1)) command = command.commands.find((child) => child.name() === word) ?? command
  const before = command.options.find((option) => option.long === words.at(-2))
  // A value of no known kind: the shell offers files.
  if (before?.required && !before.argChoices) return []
  const offered = before?.argChoices ?? [...subcommands(command), ...optionNames(command), ...argumentsOf(command)]
  return offered.filter(
    (name) => name.startsWith(typing) && (typing.startsWith('-') || !name.startsWith('-') || before),
  )
}

function subcommands(command: Command): string[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((child) => child.name())
}

function optionNames(command: Command): string[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long }) => (long ? [long] : []))
}

/** The only argument with a closed list of values is the shell of `completion`, and of its namesake under ptywright. */
function argumentsOf(command: Command): readonly string[] {
  return /^completions?$/.test(command.name()) ? shells : []
}
