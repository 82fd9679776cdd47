/** What the client commands do: one call, or a few, and a line of output. */

import { writeFileSync } from 'node:fs'
import type { Client, ParamsOf, Wrightty } from '@polytty/client'
import { CoreError } from '../../../base/core-error.js'
import { discover } from '../../../cli-kit/discover.js'
import { print } from '../../../cli-kit/print.js'
import { untilSignal } from '../../../cli-kit/signals.js'
import { parseJson } from '../../../wire/json-rpc.js'
import { runCommand } from './run.js'
import { type Target, type TargetFlags, withServer, withSession } from './target.js'

export async function printDiscovered({ host, json }: { host: string; json?: boolean }): Promise<void> {
  const found = await discover(host)
  if (json) return print(JSON.stringify(found, null, 2))
  if (found.length === 0) return print('no server on the ports 9420 to 9520; start one with: polytty serve')
  for (const { url, implementation, version, name } of found)
    print(`${url}  ${implementation} ${version}${name ? `  ${name}` : ''}`)
}

export async function read(flags: TargetFlags): Promise<void> {
  await withSession(flags, printScreen)
}

async function printScreen({ client, sessionId }: Target): Promise<void> {
  print((await client.call('Screen.getText', { sessionId })).text.trimEnd())
}

export async function info(flags: TargetFlags): Promise<void> {
  await withServer(flags, async (client) => print(JSON.stringify(await client.call('Wrightty.getInfo'), null, 2)))
}

export async function size(flags: TargetFlags): Promise<void> {
  await withSession(flags, async ({ client, sessionId }) => {
    const { cols, rows } = await client.call('Terminal.getSize', { sessionId })
    print(`${cols}x${rows}`)
  })
}

export async function screenshot({
  format,
  theme,
  output,
  ...flags
}: TargetFlags & {
  format: ParamsOf<Wrightty, 'Screen.screenshot'>['format']
  theme?: string
  output?: string
}): Promise<void> {
  await withSession(flags, async ({ client, sessionId }) => {
    const { data } = await client.call('Screen.screenshot', { sessionId, format, theme })
    save(output, format === 'png' ? Buffer.from(data, 'base64') : data)
  })
}

export async function waitFor(
  pattern: string,
  { timeout, regex, ...flags }: TargetFlags & { timeout: number; regex?: boolean },
): Promise<void> {
  await withSession(flags, async ({ client, sessionId }) => {
    const params = { sessionId, pattern, isRegex: regex ?? false, timeout: timeout * 1000 }
    const { found } = await client.call('Screen.waitForText', params)
    if (!found) throw new CoreError('wait-timeout', `${JSON.stringify(pattern)} did not appear within ${timeout} s`)
    await printScreen({ client, sessionId })
  })
}

export async function run(command: string, { timeout, ...flags }: TargetFlags & { timeout: number }): Promise<void> {
  const { output, exitCode } = await withSession(flags, (target) => runCommand(target, command, timeout))
  if (output.trim() !== '') print(output.trimEnd())
  process.exitCode = exitCode
}

export async function sendText(text: string, flags: TargetFlags): Promise<void> {
  await withSession(
    flags,
    async ({ client, sessionId }) => void (await client.call('Input.sendText', { sessionId, text: readEscapes(text) })),
  )
}

export async function sendKeys(keys: string[], flags: TargetFlags): Promise<void> {
  await withSession(
    flags,
    async ({ client, sessionId }) => void (await client.call('Input.sendKeys', { sessionId, keys })),
  )
}

export async function call(method: string, params: string, flags: TargetFlags): Promise<void> {
  const value = parseJson(params)
  if (typeof value !== 'object' || value === null || value instanceof CoreError)
    throw new CoreError('invalid-params', `params must be a JSON object, not ${params}`)
  await withSession(flags, async ({ client, sessionId }) =>
    print(JSON.stringify(await client.send(method, { sessionId, ...value }))),
  )
}

export async function listSessions({ json, ...flags }: TargetFlags & { json?: boolean }): Promise<void> {
  await withServer(flags, async (client) => {
    const { sessions } = await client.call('Session.list')
    if (json) return print(JSON.stringify(sessions, null, 2))
    if (sessions.length === 0) print('No sessions.')
    for (const row of sessions) print(`${row.sessionId}  ${row.cols}x${row.rows}  ${row.title}`)
  })
}

export interface CreateFlags extends TargetFlags {
  readonly shell?: string
  readonly cols: number
  readonly rows: number
  readonly cwd?: string
}

export async function createSession(command: string[], { cols, rows, cwd, ...flags }: CreateFlags): Promise<void> {
  if (flags.shell !== undefined && command.length > 0)
    throw new CoreError('invalid-params', 'give either --shell or a command')
  const [shell, ...args] = flags.shell === undefined ? command : [flags.shell]
  const create = async (client: Client): Promise<void> => {
    // Without arguments of its own a shell may get ours.
    const program = { ...(shell === undefined ? {} : { shell }), ...(args.length > 0 ? { args } : {}) }
    print((await client.call('Session.create', { ...program, cols, rows, cwd })).sessionId)
  }
  await withServer(flags, create, { mayStart: true })
}

export async function destroySession(sessionId: string, flags: TargetFlags): Promise<void> {
  await withServer(flags, async (client) => {
    await client.call('Session.destroy', { sessionId })
    print(`Destroyed session ${sessionId}`)
  })
}

export async function record({
  output,
  includeInput,
  ...flags
}: TargetFlags & { output?: string; includeInput?: boolean }): Promise<void> {
  await withSession(flags, async ({ client, sessionId }) => {
    const { recordingId } = await client.call('Recording.startSession', {
      sessionId,
      includeInput: includeInput ?? false,
    })
    note('recording; Ctrl+C stops')
    await untilSignal()
    const { data, events, duration } = await client.call('Recording.stopSession', { recordingId })
    save(output, data)
    note(`${events} events in ${duration.toFixed(1)} s`)
  })
}

export async function recordActions({
  format,
  output,
  ...flags
}: TargetFlags & { format: ParamsOf<Wrightty, 'Recording.startActions'>['format']; output?: string }): Promise<void> {
  await withSession(flags, async ({ client, sessionId }) => {
    const { recordingId } = await client.call('Recording.startActions', { sessionId, format })
    note('recording actions; Ctrl+C stops')
    await untilSignal()
    const { data, actions } = await client.call('Recording.stopActions', {
      recordingId,
    })
    save(output, typeof data === 'string' ? data : `${JSON.stringify(data, null, 2)}\n`)
    note(`${actions} actions`)
  })
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', e: '\x1b', '\\': '\\' }

/** `\n` and its like, as people write them between quotes of a shell. */
export function readEscapes(text: string): string {
  return text.replace(/\\(x[0-9a-fA-F]{2}|.)/gs, (whole, code: string) =>
    code.length === 3 ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (escapes[code] ?? whole),
  )
}

function save(file: string | undefined, data: string | Buffer): void {
  if (file === undefined) process.stdout.write(data)
  else writeFileSync(file, data)
}

function note(text: string): void {
  process.stderr.write(`polytty: ${text}\n`)
}
