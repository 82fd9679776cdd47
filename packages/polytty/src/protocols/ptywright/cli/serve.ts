/** `serve`: stdout is protocol only; what there is to say to a person goes to stderr, and to the log. */
import { constants } from 'node:os'
import { CoreError } from '../../../base/core-error.js'
import { join } from '../../../cli-kit/join.js'
import { openDiagnostics } from '../../../cli-kit/log.js'
import type { LogFlags } from '../../../cli-kit/log-options.js'
import { untilSignal } from '../../../cli-kit/signals.js'
import { framings, startPtywright } from '../endpoint/stand-alone.js'
import { defaultSocket } from './home.js'
import { fileLog, openLog } from './log-files.js'
import { passOn } from './pass-on.js'

export interface ServeFlags extends LogFlags {
  readonly stdio?: boolean
  readonly socket?: string
  readonly framing: keyof typeof framings
  readonly plugin: readonly string[]
  readonly allowPluginLoad?: boolean
  readonly server?: string
}

export async function serve(flags: ServeFlags): Promise<void> {
  const { stdio, socket, framing } = flags
  if (stdio && socket !== undefined)
    throw new CoreError('invalid-params', '--stdio and --socket cannot be combined: choose one')
  if (flags.server !== undefined) return serveBefore(flags, flags.server)
  const path = socket ?? defaultSocket()
  const diagnostics = openDiagnostics(flags, null, [fileLog(openLog())])
  const { log } = diagnostics
  // Whoever sees the socket may end the server at once.
  const signalled = untilSignal()
  const server = await startPtywright(stdio ? { kind: 'stdio' } : { kind: 'socket', path }, framings[framing], {
    plugins: flags.plugin,
    allowPluginLoad: flags.allowPluginLoad ?? false,
    prepareAhead: true,
    diagnostics,
  })
  log.info(`serving on ${stdio ? 'stdio' : path}`)
  if (!stdio) process.stderr.write(`ptywright listening on ${path}\n`)
  const signal = await Promise.race([server.ended, signalled])
  await server.stop()
  log.info(`stopped: ${signal ?? 'the client has gone'}`)
  // Like a shell, so that a supervisor sees why it ended.
  process.exit(signal ? 128 + constants.signals[signal] : 0)
}

/** stdio in front of a running server, whose sessions its other clients share. */
async function serveBefore({ stdio, framing, plugin, allowPluginLoad }: ServeFlags, server: string): Promise<void> {
  if (!stdio) throw new CoreError('invalid-params', '--server needs --stdio: other clients use its socket directly')
  if (plugin.length > 0 || allowPluginLoad)
    throw new CoreError('invalid-params', 'plugins are loaded by the server itself: polytty serve --plugin …')
  const { socket } = await join(server, { polytty: 'ptywright' })
  const signal = await Promise.race([passOn(socket, framings[framing]), untilSignal()])
  process.exit(signal ? 128 + constants.signals[signal] : 0)
}
