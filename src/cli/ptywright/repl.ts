/**
 * `repl`: talking to a server by hand. At a terminal it completes and prints for people; from a pipe it takes a request a
 * line, prints an answer a line, and ends with 1 if any failed.
 */
import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { createInterface } from 'node:readline/promises'
import { inspect } from 'node:util'
import { CoreError } from '../../base/core-error.js'
import { framings } from '../../server/ptywright-server.js'
import { Redactor } from '../../text/redact.js'
import { defaultSocket } from './home.js'
import { complete } from './repl-completion.js'
import { readLine } from './repl-line.js'
import { RpcClient } from './rpc-client.js'

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
help, quit`

const redactor = new Redactor()

export async function repl(command: readonly string[], flags: ReplFlags): Promise<void> {
  const client = await reach(command, flags)
  const forPeople = process.stdin.isTTY === true
  const lines = createInterface({
    input: process.stdin,
    output: forPeople ? process.stdout : undefined,
    prompt: 'ptywright> ',
    completer: (line: string) => complete(line, client).catch((): [string[], string] => [[], line]),
  })
  let ended = false
  client.onClose.on(() => {
    ended = true
    lines.close()
  })
  client.onEvent.on((event) => {
    // What is being typed moves down a line.
    if (forPeople) process.stdout.write('\r\x1b[K')
    print(forPeople, event)
    lines.prompt(true)
  })
  let failures = 0
  if (forPeople) process.stdout.write('Type help for help.\n')
  lines.prompt()
  for await (const line of lines) {
    if (/^:?(?:quit|exit)$/.test(line.trim())) break
    if (!(await answer(line, client, forPeople))) failures++
    if (!ended) lines.prompt()
  }
  lines.close()
  client.close()
  if (ended) throw new CoreError('not-found', 'the server closed the connection')
  if (failures > 0 && !forPeople) process.exitCode = 1
}

/** False if it failed. */
async function answer(line: string, client: RpcClient, forPeople: boolean): Promise<boolean> {
  try {
    if (/^:?help$/.test(line.trim())) {
      process.stdout.write(`${usage}\n`)
      return true
    }
    const request = readLine(line)
    if (request) print(forPeople, await client.call(request.method, request.params))
    return true
  } catch (error) {
    process.stderr.write(`${redactor.redact(error instanceof Error ? error.message : String(error))}\n`)
    return false
  }
}

function print(forPeople: boolean, value: unknown): void {
  if (!forPeople) return void process.stdout.write(`${JSON.stringify(value)}\n`)
  const options = {
    depth: 8,
    colors: process.stdout.hasColors(),
    maxArrayLength: 20,
    breakLength: process.stdout.columns,
  }
  process.stdout.write(`${inspect(withoutCells(value), options)}\n`)
}

/** Nobody reads thousands of cells. */
function withoutCells(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    name === 'cells' && Array.isArray(inner) ? `${inner.length} cells` : withoutCells(inner),
  ])
  return Object.fromEntries(entries)
}

async function reach(command: readonly string[], { socket, stdio, framing }: ReplFlags): Promise<RpcClient> {
  if (stdio && socket !== undefined)
    throw new CoreError('invalid-params', '--stdio and --socket exclude each other: choose one')
  if (!stdio && command.length > 0) throw new CoreError('invalid-params', 'a command goes with --stdio')
  if (stdio) return start(command, framing)
  const path = socket ?? defaultSocket()
  const stream = connect(path)
  await new Promise<void>((resolve, reject) => {
    stream.once('connect', resolve)
    stream.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new CoreError('not-found', `no server answers at ${path} (${error.code}): start polytty ptywright serve first`),
      ),
    )
  })
  return new RpcClient(stream, stream, framings[framing])
}

function start(command: readonly string[], framing: keyof typeof framings): RpcClient {
  const own = [process.execPath, process.argv[1]!, 'ptywright', 'serve', '--stdio', '--framing', framing]
  const [program, ...args] = command.length > 0 ? command : own
  const child = spawn(program!, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.on('error', (error) => child.stdout.destroy(error))
  return new RpcClient(child.stdout, child.stdin, framings[framing])
}
