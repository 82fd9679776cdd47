/** `polytty serve`: runs the server until it is told to stop, and says how to try it. */
import { styleText } from 'node:util'
import { pino } from 'pino'
import type { ServerOptions } from '../server/options.js'
import { type Server, startServer } from '../server/server.js'
import { shellQuote } from '../text/shell-quote.js'
import { keepServing } from './failure.js'
import { untilSignal } from './signals.js'

export interface ServeFlags
  extends Omit<ServerOptions, 'allowOrigins' | 'plugins' | 'redactLiterals' | 'redactPatterns'> {
  readonly allowOrigin: readonly string[]
  readonly plugin: readonly string[]
  readonly redactLiteral: readonly string[]
  readonly redactPattern: readonly string[]
  readonly logLevel: string
}

export async function serve(flags: ServeFlags): Promise<void> {
  const { allowOrigin, plugin, redactLiteral, redactPattern, logLevel, ...options } = flags
  const log = pino({ level: logLevel, base: null }, pino.destination(2))
  const server = await startServer(
    {
      ...options,
      allowOrigins: allowOrigin,
      plugins: plugin,
      redactLiterals: redactLiteral,
      redactPatterns: redactPattern,
    },
    { onInternalError: (error, method) => log.error({ err: error, method }, 'a request failed inside the server') },
  )
  keepServing((error) => log.error({ err: error }, 'an uncaught failure'))
  process.stdout.write(`${welcome(server, options.token !== undefined)}\n`)
  const unneeded = new Promise<'asked'>((resolve) => server.onUnneeded.on(() => resolve('asked')))
  const reason = await Promise.race([untilSignal(), unneeded])
  log.info({ reason }, 'stopping')
  await server.stop()
}

function welcome({ host, port, url, socket }: Server, needsToken: boolean): string {
  const http = `${url.startsWith('wss') ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
  const auth = needsToken ? ` -H "Authorization: Bearer $POLYTTY_TOKEN"` : ''
  const ask = `'{"jsonrpc":"2.0","id":1,"method":"Wrightty.getInfo"}'`
  const own = socket ?? 'not here: add --socket PATH'
  const lines = [
    `${bold('polytty')} is listening. Ctrl+C stops it and every session.`,
    '',
    `  wrightty    ${url}  (WebSocket), ${http}/  (HTTP POST)`,
    `  ptywright   ${own}, or on stdio: polytty ptywright serve --stdio`,
    `  termwright  ${socket ? `polytty termwright daemon --session NAME --server ${socket}` : own}, or alone: polytty termwright daemon -- COMMAND`,
    '  tuispec     on stdio: polytty tuispec server --artifact-dir PATH',
    `  wsh         ${http}/sessions  (HTTP), ${url}/ws/json  (WebSocket), ${http}/docs  (to read)`,
    '',
    `  in a browser  ${http}/ui`,
    `  for models    ${http}/mcp  (Model Context Protocol)`,
    '',
    'Try:',
    `  curl -s${auth} -H 'Content-Type: application/json' -d ${ask} ${http}/`,
    ...(socket ? [`  polytty sessions --server ${shellQuote(socket)}`] : []),
  ]
  return lines.join('\n')
}

function bold(text: string): string {
  return process.stdout.isTTY ? styleText('bold', text) : text
}
