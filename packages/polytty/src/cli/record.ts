/** `polytty record`: runs a program in this terminal and writes a cast of it as it happens. */
import { existsSync } from 'node:fs'
import { CoreError } from '../base/core-error.js'
import { bridgedOptions, bridgeTerminal } from '../cli-kit/terminal-bridge.js'
import { createCore } from '../protocols/create-core.js'
import { CastRecorder, exitStatus, FileSink } from '../record/index.js'
import { Redactor } from '../redaction/redactor.js'
import { recordingTap } from '../session/index.js'

export interface RecordFlags {
  readonly castVersion: '2' | '3'
  readonly input?: boolean
  readonly overwrite?: boolean
  readonly title?: string
  readonly redact?: boolean
  /** F12 adds a marker to the recording and is not typed. */
  readonly marks?: boolean
  readonly maxSize: number
}

const MARK_KEY = '\x1b[24~'

export async function record(file: string, command: readonly string[], flags: RecordFlags): Promise<void> {
  if (existsSync(file) && !flags.overwrite)
    throw new CoreError('invalid-path', `${file} already exists; add --overwrite to replace it`)
  const core = createCore({ maxSessions: 1 })
  const [program = core.shell, ...args] = command
  const options = bridgedOptions([program, ...args], { cols: 80, rows: 24 })
  const session = await core.sessions.create(options)
  const sink = await openSink(file, flags.maxSize, () => core.sessions.dispose())
  const recorder = new CastRecorder(recordingTap(session), core.clock, {
    version: flags.castVersion === '3' ? 3 : 2,
    includeInput: flags.input,
    title: flags.title ?? null,
    command: command.length > 0 ? command.join(' ') : null,
    env: { TERM: options.env?.TERM ?? 'xterm-256color', SHELL: core.shell },
    redactor: flags.redact ? new Redactor() : null,
    sink,
  })
  const takeMarks = (typed: Buffer): Buffer => {
    const pieces = typed.toString('latin1').split(MARK_KEY)
    for (let mark = 1; mark < pieces.length; mark++) recorder.mark('')
    return Buffer.from(pieces.join(''), 'latin1')
  }
  const exit = await bridgeTerminal(session, flags.marks ? takeMarks : undefined)
  const { durationMs, endedEarly } = recorder.stop()
  await core.sessions.dispose()
  const hint = /bound of/.test(endedEarly ?? '') ? ' (raise --max-size)' : ''
  const bound = endedEarly === null ? '' : `; ended early: ${endedEarly}${hint}`
  process.stderr.write(`recorded ${(durationMs / 1000).toFixed(1)} s in ${file}${bound}\n`)
  process.exitCode = exitStatus(exit)
}

/** Opened once the program runs, so that one that cannot be started leaves no file behind. */
async function openSink(file: string, megabytes: number, giveUp: () => Promise<void>): Promise<FileSink> {
  try {
    return new FileSink(file, { maxBytes: megabytes * 1024 * 1024, anyKind: true })
  } catch (error) {
    await giveUp()
    throw error
  }
}
