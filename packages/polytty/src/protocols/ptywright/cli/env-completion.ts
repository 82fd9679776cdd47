/**
 * Completion as the original is asked for it, by scripts that were written for it: `COMPLETE` names the shell,
 * `_CLAP_COMPLETE_INDEX` the word that is being typed, and the words of the line come after `--`. Without words it prints
 * the script to source.
 */
import { candidates, printScript } from '../../../cli-kit/completion.js'
import { ptywrightCommand } from './program.js'

export async function completeByEnvironment(
  shell: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const words = args.slice(args.indexOf('--') + 1)
  if (!args.includes('--') || words.length === 0) return printScript(shell, 'ptywright')
  const index = Number(env._CLAP_COMPLETE_INDEX ?? words.length - 1)
  // The first word is the command itself.
  const typed = [...words.slice(1, index), words[index] ?? '']
  const found = (await candidates(ptywrightCommand(), typed)) ?? []
  process.stdout.write(found.map(({ value }) => value).join(env._CLAP_IFS ?? '\n'))
}
