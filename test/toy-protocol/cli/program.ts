/** `polytty toy …` */
import type { Command } from 'commander'
import { protocolCommand } from '../../../packages/polytty/src/cli-kit/protocol-command.js'
import { serveStdio } from '../../../packages/polytty/src/protocols/stand-alone.js'
import { toy } from '../index.js'

export function toyCommand(): Command {
  const command = protocolCommand('toy')
  command
    .command('serve')
    .description('Count on standard input and output.')
    .action(() => serveStdio(toy).then(({ ended }) => ended))
  return command
}
