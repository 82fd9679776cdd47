/** The server of a repl that found none: at the usual socket, so that others may use it too, and gone with the repl. */
import { constants } from 'node:os'
import { createDiagnostics } from '../../../base/diagnostics.js'
import { untilSignal } from '../../../cli-kit/signals.js'
import { framings, startPtywright } from '../endpoint/stand-alone.js'
import { fileLog, openLog } from './log-files.js'

/** Resolves once the socket accepts, with what ends the server. */
export async function startOwnServer(path: string, framing: keyof typeof framings): Promise<() => Promise<void>> {
  process.stderr.write(`polytty: no server at ${path}: starting one that ends with this repl\n`)
  const server = await startPtywright({ kind: 'socket', path }, framings[framing], {
    plugins: [],
    allowPluginLoad: false,
    prepareAhead: true,
    diagnostics: createDiagnostics(fileLog(openLog())),
  })
  void untilSignal().then(async (signal) => {
    await server.stop()
    process.exit(128 + constants.signals[signal])
  })
  return () => server.stop()
}
