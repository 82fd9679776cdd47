/** `term --headless`: the server under the original's name and with its flags. */
import { startServer } from '../../server/server.js'
import { keepServing } from '../failure.js'
import { untilSignal } from '../signals.js'

export interface TermFlags {
  readonly host: string
  readonly port?: number
  readonly maxSessions: number
  readonly name?: string
  readonly password?: string
}

export async function term({ password, ...options }: TermFlags): Promise<void> {
  const server = await startServer({
    host: options.host,
    port: options.port,
    maxSessions: options.maxSessions,
    name: options.name,
    token: password,
  })
  process.stdout.write(`wrightty (headless) listening on ${server.url}\n`)
  keepServing()
  await untilSignal()
  await server.stop()
}
