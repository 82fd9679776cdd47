/** The command of a dialect, which stands for the original's program: it reports a version of its own. */
import { Command } from 'commander'
import { version } from '../base/package.js'

export function protocolCommand(name: string): Command {
  return new Command(name).version(`${name} ${version}`, '-V, --version', 'print the version')
}
