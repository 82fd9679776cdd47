/**
 * The command of a dialect, which stands for the original's program. Scripts that read a version mean the original's, so
 * that is what standard output has; standard error says whose program it is.
 */
import { Command } from 'commander'
import { version } from '../base/package.js'

/** `original` is the version of the program it stands for; ours where that has none. */
export function protocolCommand(name: string, original: string = version): Command {
  const command = new Command(name)
  command.on('option:version', () => process.stderr.write(`polytty ${version}, in place of ${name}\n`))
  return command.version(`${name} ${original}`, '-V, --version', 'print the version')
}
