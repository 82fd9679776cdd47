/** The commands for agents and those who run them. */
import { type Command, Option } from 'commander'
import { addPolicyOptions, approveOption } from '../agent-policy.js'
import type { McpFlags } from '../mcp.js'
import { onServer, type ServerFlags, startingServer } from './on-server.js'

const GROUP = 'Agents:'

export function addAgentCommands(program: Command): void {
  const command = (name: string): Command => program.command(name).helpGroup(GROUP)
  addPolicyOptions(startingServer(command('mcp')))
    .description('Tools for models on standard input and output (Model Context Protocol).')
    .addOption(new Option('--profile <tools>', "which tools to offer: wsh's own instead of ours").choices(['wsh']))
    .option('--alone', 'use sessions that no one else sees; implied by --secrets and --audit')
    .addOption(approveOption().hideHelp())
    .action(async (flags: McpFlags) => (await import('../mcp.js')).mcp(flags))
  onServer(command('approve'))
    .description('Approve what an agent wants to type; without an id, list what is pending.')
    .argument('[id]', 'which input')
    .option('--deny', 'refuse it')
    .action(async (id: string | undefined, flags: ServerFlags) => (await import('../approve.js')).approve(id, flags))
  command('skill')
    .description('Print what an agent with a shell needs to know about these commands, or install it.')
    .argument('[folder]', 'write polytty/SKILL.md in this folder of skills')
    .action(async (folder: string | undefined) => (await import('../skill.js')).skill(folder))
}
