/**
 * `repl`: talking to a server by hand. At a terminal it completes and prints for people; from a pipe it takes a request a
 * line, prints an answer a line, and ends with 1 if any failed.
 */
import { spawn } from 'node:child_process'
import { connect, Socket } from 'node:net'
import { createInterface } from 'node:readline/promises'
import { inspect } from 'node:util'
import { type Ptywright, RpcClient, RpcError } from '@polytty/client'
import { CoreError } from '../../../base/core-error.js'
import { windowSize } from '../../../cli-kit/window-size.js'
import { Redactor } from '../../../redaction/redactor.js'
import { framings } from '../endpoint/stand-alone.js'
import { framedChannel } from './framed-channel.js'
import { defaultSocket } from './home.js'
import { complete } from './repl-completion.js'
import { readLine } from './repl-line.js'
import { ReplMeta } from './repl-meta.js'

export interface ReplFlags {
  readonly socket?: string
  readonly stdio?: boolean
  readonly framing: keyof typeof framings
}

const usage = `A method, then its params: one JSON object, or name=value … (dots reach into objects). Tab completes.
  session.create program=/bin/sh
  adapter.start plugin=shell
  adapter.turn adapter=e1 send.intent=run send.params.command='ls -l'
  server.set_notifications enabled=true
help, quit, :live, :rpc METHOD PARAMS, :notifications on|off [adapters=e1,…] [sessions=s1,…]
:attach ID|all, :focus ID, :tabs: requests to an adapter that name none go to the one with the focus
Ctrl+C clears the line, or leaves a request that takes too long; Ctrl+D ends`

const redactor = new Redactor()

export async function repl(command: readonly string[], flags: ReplFlags): Promise<void> {
  const { client, leave } = await reach(command, flags)
  const forPeople = process.stdin.isTTY === true
  const lines = createInterface({
    input: process.stdin,
    output: forPeople ? process.stdout : undefined,
    prompt: 'ptywright> ',
    completer: (line: string) => complete(line, client).catch((): [string[], string] => [[], line]),
  })
  let ended = false
  client.onClose(() => {
    ended = true
    lines.close()
  })
  client.onEvent(({ name, params }) => {
    // What is being typed moves down a line.
    if (forPeople) process.stdout.write('\r\x1b[K')
    print(forPeople, { method: name, params })
    lines.prompt(true)
  })
  let failures = 0
  let asking = false
  lines.on('SIGINT', () => {
    if (asking) return lines.close()
    for (const name of ['e', 'u']) lines.write(null, { ctrl: true, name })
  })
  const meta = new ReplMeta(client)
  if (forPeople) process.stdout.write('Type help for help.\n')
  lines.prompt()
  for await (const line of lines) {
    if (/^:?(?:q|quit|exit)$/.test(line.trim())) break
    asking = true
    if (!(await answer(line, client, meta, forPeople))) failures++
    asking = false
    if (!ended) lines.prompt()
  }
  lines.close()
  const lost = ended
  client.close()
  await leave?.()
  if (lost) throw new CoreError('not-found', 'the server closed the connection')
  if (failures > 0 && !forPeople) process.exitCode = 1
}

/** False if it failed. */
async function answer(
  line: string,
  client: RpcClient<Ptywright>,
  meta: ReplMeta,
  forPeople: boolean,
): Promise<boolean> {
  try {
    if (/^:?help$/.test(line.trim())) {
      process.stdout.write(`${usage}\n`)
      return true
    }
    if (line.trim().startsWith(':')) {
      print(forPeople, await meta.run(line.trim().slice(1)))
      return true
    }
    const request = readLine(line)
    if (request) print(forPeople, await client.send(request.method, meta.withFocus(request.method, request.params)))
    return true
  } catch (error) {
    process.stderr.write(`${redactor.redact(describe(error))}\n`)
    return false
  }
}

/** A refusal in the server's own words. */
function describe(error: unknown): string {
  if (error instanceof RpcError) {
    const { code, message, data } = error
    return `${code} ${message}${data === undefined ? '' : ` ${JSON.stringify(data)}`}`
  }
  return error instanceof Error ? error.message : String(error)
}

function print(forPeople: boolean, value: unknown): void {
  if (typeof value === 'string') return void process.stdout.write(`${value}\n`)
  if (!forPeople) return void process.stdout.write(`${JSON.stringify(value)}\n`)
  const options = {
    depth: 8,
    colors: process.stdout.hasColors(),
    maxArrayLength: 20,
    breakLength: windowSize().cols,
  }
  process.stdout.write(`${inspect(withoutCells(value), options)}\n`)
}

/** No one reads thousands of cells. */
function withoutCells(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    name === 'cells' && Array.isArray(inner) ? `${inner.length} cells` : withoutCells(inner),
  ])
  return Object.fromEntries(entries)
}

interface Reached {
  readonly client: RpcClient<Ptywright>
  /** Ends the server, where it came with this repl. */
  readonly leave?: () => Promise<void>
}

async function reach(command: readonly string[], { socket, stdio, framing }: ReplFlags): Promise<Reached> {
  if (stdio && socket !== undefined)
    throw new CoreError('invalid-params', '--stdio and --socket cannot be combined: choose one')
  if (!stdio && command.length > 0) throw new CoreError('invalid-params', 'a command needs --stdio')
  if (stdio) return { client: start(command, framing) }
  const path = socket ?? defaultSocket()
  const found = await reachSocket(path)
  if (found instanceof Socket) return { client: new RpcClient(framedChannel(found, found, framings[framing])) }
  if (socket !== undefined)
    throw new CoreError('not-found', `no server answers at ${path} (${found}): start polytty ptywright serve first`)
  const leave = await (await import('./own-server.js')).startOwnServer(path, framing)
  const own = connect(path)
  return { client: new RpcClient(framedChannel(own, own, framings[framing])), leave }
}

/** The connection, or why there is none. */
function reachSocket(path: string): Promise<Socket | string> {
  const stream = connect(path)
  return new Promise((resolve) => {
    stream.once('connect', () => resolve(stream))
    stream.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
}

function start(command: readonly string[], framing: keyof typeof framings): RpcClient<Ptywright> {
  const own = [process.execPath, process.argv[1]!, 'ptywright', 'serve', '--stdio', '--framing', framing]
  const [program, ...args] = command.length > 0 ? command : own
  const child = spawn(program!, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.on('error', (error) => child.stdout.destroy(error))
  return new RpcClient(framedChannel(child.stdout, child.stdin, framings[framing]))
}
