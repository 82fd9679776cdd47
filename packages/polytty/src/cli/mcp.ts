/**
 * `polytty mcp`: the tools on standard input and output, for hosts that start their servers themselves. They work on the
 * sessions of the server that runs here, so that people can see and take over what agents do; where the command is given
 * a policy of its own, on sessions that are its alone.
 */
import type { Socket } from 'node:net'
import { CoreError } from '../base/core-error.js'
import { findServer, type ServerFlags } from '../cli-kit/find-server.js'
import { join, surroundings } from '../cli-kit/join.js'
import { mcp as protocol } from '../protocols/mcp/index.js'
import { serveStdio } from '../protocols/stand-alone.js'
import { mcp as wshTools } from '../protocols/wsh/cli/mcp.js'
import { type PolicyFlags, policyOf } from './agent-policy.js'
import { McpLink } from './mcp-link.js'

export interface McpFlags extends ServerFlags, PolicyFlags {
  readonly profile?: string
  readonly alone?: boolean
}

export async function mcp({ profile, alone, ...flags }: McpFlags): Promise<void> {
  if (profile === 'wsh') return wshTools({ server: flags.server, token: flags.token })
  if (flags.approve && flags.approve.length > 0)
    throw new CoreError('invalid-params', 'approving needs a server: use --approve with polytty serve', {
      hint: 'Start polytty serve --approve REGEX; polytty mcp works on its sessions',
    })
  const agents = policyOf(flags)
  if (alone || agents) return void (await (await serveStdio(protocol, { agents, hello: surroundings() })).ended)
  await new McpLink(() => joinServer(flags)).run()
}

async function joinServer(flags: ServerFlags): Promise<Socket> {
  const { socket: path, url } = await findServer(flags, { mayStart: true })
  if (path === null)
    throw new CoreError('not-supported', `the server at ${url} was found by its port, but this needs its socket`, {
      hint: `MCP over HTTP is at ${url}/mcp`,
    })
  const { socket } = await join(path, { polytty: 'mcp', ...surroundings() } as { polytty: string })
  return socket
}
