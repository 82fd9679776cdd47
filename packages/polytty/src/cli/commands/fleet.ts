/** The commands about a fleet. */
import type { Command } from 'commander'
import { onServer, type ServerFlags } from './on-server.js'

export function addFleetCommands(program: Command): void {
  const fleet = program
    .command('fleet')
    .helpGroup('Server:')
    .description('Show and manage the servers that work together (polytty serve --fleet).')
  onServer(fleet.command('nodes'))
    .description('List the nodes of the fleet; * marks the one that answers.')
    .option('--json', 'print JSON')
    .action(async (flags: ServerFlags & { json?: boolean }) => (await import('../fleet.js')).listNodes(flags))
  onServer(fleet.command('sessions'))
    .description('List the sessions of all nodes.')
    .option('--json', 'print JSON')
    .action(async (flags: ServerFlags & { json?: boolean }) => (await import('../fleet.js')).listFleetSessions(flags))
  onServer(fleet.command('drain'))
    .description('Start no more sessions on a node. Those that run go on.')
    .argument('<node>', 'name of the node')
    .option('--undo', 'start sessions there again')
    .action(async (node: string, flags: ServerFlags & { undo?: boolean }) =>
      (await import('../fleet.js')).drainNode(node, flags),
    )
}
