/** The commands of the protocols, for scripts that were written for the originals, and what such scripts need. */
import { Command } from 'commander'
import { printCandidates, printScript, shells } from '../../cli-kit/completion.js'
import type { CommandContext, Protocol } from '../../protocols/protocol.js'

const GROUP = 'For scripts written for the originals:'

/** `words` is the command line: only those are loaded that it can mean. */
export async function addProtocolCommands(
  program: Command,
  protocols: readonly Protocol[],
  words: readonly string[],
): Promise<void> {
  const startServer: CommandContext['startServer'] = async (options, diagnostics) =>
    (await import('../../server/server.js')).startServer(options, { protocols, diagnostics })
  const isMeant = (name: string): boolean => words.includes(name) || words[0] === 'complete'
  for (const { name, summary, command } of protocols) {
    if (!command) continue
    const loaded = isMeant(name) ? await command({ startServer }) : new Command(name)
    program.addCommand(loaded.description(`${summary}.`).helpGroup(GROUP))
  }
  program
    .command('shims')
    .helpGroup(GROUP)
    .description("Write commands under the originals' names.")
    .argument('<folder>', 'where to; made if it is not there')
    .addHelpText('after', '\nExample:\n  polytty shims ~/.polytty/bin && export PATH=~/.polytty/bin:"$PATH"\n')
    .action(async (folder: string) => (await import('../shims.js')).writeShims(folder, protocols))
}

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('Print a completion script: source it, or put it where your shell looks.')
    .argument('<shell>', `one of ${shells.join(', ')}`)
    .addHelpText(
      'after',
      '\nExamples:\n  source <(polytty completion bash)\n  polytty completion fish > ~/.config/fish/completions/polytty.fish\n',
    )
    .action((shell: string) => printScript(shell))
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .helpOption(false)
    .action(async (words: string[]) => {
      const { completionValues } = await import('../completion-values.js')
      await printCandidates(program, words, completionValues)
    })
}
