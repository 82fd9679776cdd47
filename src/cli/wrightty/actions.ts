/** What the client commands do: one call, or a few, and a line of output. */

import { writeFileSync } from 'node:fs'
import { CoreError } from '../../base/core-error.js'
import { print } from '../print.js'
import { untilSignal } from '../signals.js'
import { discover } from './discover.js'
import { runCommand } from './run.js'
import { type TargetFlags, withServer, withSession } from './target.js'

interface SessionRow {
  readonly sessionId: string
  readonly title: string
  readonly cols: number
  readonly rows: number
  readonly running: boolean
}

export async function printDiscovered(json: boolean): Promise<void> {
  const found = await discover()
  if (json) return print(JSON.stringify(found, null, 2))
  if (found.length === 0)
    throw new CoreError('not-found', 'no server on the ports 9420 to 9520', { hint: 'Start one with: polytty serve' })
  for (const { url, implementation, version, name } of found)
    print(`${url}  ${implementation} ${version}${name ? `  ${name}` : ''}`)
}

export async function read(flags: TargetFlags): Promise<void> {
  await withSession(flags, async ({ client, sessionId }) => {
    print((await client.call<{ text: string }>('Screen.getText', { sessionId })).text.trimEnd())
  })
}

export async function info(flags: TargetFlags): Promise<void> {
  await withServer(flags, async (client) => print(JSON.stringify(await client.call('Wrightty.getInfo'), null, 2)))
}

export async function size(flags: TargetFlags): Promise<void> {
  await withSession(flags, async ({ client, sessionId }) => {
    const { cols, rows } = await client.call<{ cols: number; rows: number }>('Terminal.getSize', { sessionId })
    print(`${cols}x${rows}`)
  })
}

export async function screenshot({
  format,
  theme,
  output,
  ...flags
}: TargetFlags & { format: string; theme?: string; output?: string }): Promise<void> {
  await withSession(flags, async ({ client, sessionId }) => {
    const { data } = await client.call<{ data: string }>('Screen.screenshot', { sessionId, format, theme })
    save(output, format === 'png' ? Buffer.from(data, 'base64') : data)
  })
}

export async function waitFor(
  pattern: string,
  { timeout, regex, ...flags }: TargetFlags & { timeout: number; regex?: boolean },
): Promise<void> {
  await withSession(flags, async ({ client, sessionId }) => {
    const params = { sessionId, pattern, isRegex: regex ?? false, timeout: timeout * 1000 }
    const { found, matches } = await client.call<{ found: boolean; matches: { text: string }[] }>(
      'Screen.waitForText',
      params,
    )
    if (!found) throw new CoreError('wait-timeout', `${JSON.stringify(pattern)} did not appear within ${timeout} s`)
    print(matches[0]?.text ?? '')
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

export async function listSessions({ json, ...flags }: TargetFlags & { json?: boolean }): Promise<void> {
  await withServer(flags, async (client) => {
    const { sessions } = await client.call<{ sessions: SessionRow[] }>('Session.list')
    if (json) return print(JSON.stringify(sessions, null, 2))
    for (const row of sessions)
      print(`${row.sessionId}  ${row.cols}x${row.rows}  ${row.running ? 'running' : 'exited'}  ${row.title}`)
  })
}

export async function createSession(
  [shell, ...args]: string[],
  { cols, rows, cwd, ...flags }: TargetFlags & { cols: number; rows: number; cwd?: string },
): Promise<void> {
  await withServer(flags, async (client) => {
    const program = shell === undefined ? {} : { shell, args }
    print((await client.call<{ sessionId: string }>('Session.create', { ...program, cols, rows, cwd })).sessionId)
  })
}

export async function destroySession(sessionId: string, flags: TargetFlags): Promise<void> {
  await withServer(flags, async (client) => void (await client.call('Session.destroy', { sessionId })))
}

export async function record({
  output,
  includeInput,
  ...flags
}: TargetFlags & { output?: string; includeInput?: boolean }): Promise<void> {
  await withSession(flags, async ({ client, sessionId }) => {
    const { recordingId } = await client.call<{ recordingId: string }>('Recording.startSession', {
      sessionId,
      includeInput: includeInput ?? false,
    })
    note('recording; Ctrl+C stops')
    await untilSignal()
    const { data, events, duration } = await client.call<{ data: string; events: number; duration: number }>(
      'Recording.stopSession',
      { recordingId },
    )
    save(output, data)
    note(`${events} events in ${duration.toFixed(1)} s`)
  })
}

export async function recordActions({
  format,
  output,
  ...flags
}: TargetFlags & { format: string; output?: string }): Promise<void> {
  await withSession(flags, async ({ client, sessionId }) => {
    const { recordingId } = await client.call<{ recordingId: string }>('Recording.startActions', { sessionId, format })
    note('recording actions; Ctrl+C stops')
    await untilSignal()
    const { data, actions } = await client.call<{ data: unknown; actions: number }>('Recording.stopActions', {
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
