/**
 * A control client of tmux (`tmux -C`): sends commands, matches their answers, and passes on what tmux reports. What is
 * captured of a pane may look like an answer's end, so an answer that quotes a pane ends with a word of ours that no
 * program can know.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { CoreError } from '../../base/core-error.js'
import { deferred } from '../../base/deferred.js'
import { LineReader } from './line-reader.js'
import { decodeOctal } from './octal.js'

export interface ControlEvents {
  /** Bytes of a pane, valid only during the call. */
  onOutput(pane: string, bytes: Uint8Array): void
  /** Everything else that begins with `%`, such as `%layout-change`. */
  onNotice(words: readonly string[], line: string): void
  onExit(reason: string): void
}

interface Pending {
  readonly resolve: (lines: readonly Buffer[]) => void
  readonly reject: (error: Error) => void
  readonly lines: Buffer[]
  /** What a quoting answer ends with. */
  readonly marker: string | null
  /** The line of commands that it is of: one that fails leaves out those after it. */
  readonly line: { readonly bytes: number }
}

/** A command, and whether its answer quotes what programs have printed. */
export interface Command {
  readonly text: string
  readonly quotes?: boolean
  /** How many answers it has, with those of commands that it runs; 1 if absent. */
  readonly answers?: number
}

/** Bytes of commands that tmux has not answered; beyond it nothing more is sent. */
const MAX_UNANSWERED = 8 * 1024 * 1024
const PERCENT = 0x25
const SPACE = 0x20
const COLON = 0x3a
const BEGIN = Buffer.from('%begin ')

export class TmuxControl {
  private readonly child: ChildProcessWithoutNullStreams
  private readonly pending: Pending[] = []
  private unanswered = 0
  /** Commands that wait until tmux has attached the client: before that some would be for no client at all. */
  private early: string[] | null = []
  private readonly reader = new LineReader((bytes, start, end) => this.takeLine(bytes, start, end))
  /** The `%begin` of the answer that is being read, as its end repeats it. */
  private open: string | null = null
  private skipping = false
  private decoded = new Uint8Array(65_536)
  private failure = ''
  private isOver = false

  constructor(
    command: readonly string[],
    private readonly events: ControlEvents,
  ) {
    const [program = 'tmux', ...args] = command
    const { TMUX: _, TMUX_PANE: __, ...env } = process.env
    this.child = spawn(program, args, { env, stdio: 'pipe' })
    this.child.stdout.on('data', (chunk: Buffer) => this.takeChunk(chunk))
    this.child.stderr.on('data', (chunk: Buffer) => (this.failure = `${this.failure}${chunk}`.slice(-1024)))
    // A command that is written while tmux goes away: the end is reported below.
    this.child.stdin.on('error', () => {})
    this.child.once('error', (error) => this.end(error.message))
    this.child.once('close', () => this.end(this.failure.trim() || 'tmux has closed the connection'))
  }

  get isOpen(): boolean {
    return !this.isOver
  }

  /** The process id, by which tmux names the client. */
  get name(): string {
    return `client-${this.child.pid}`
  }

  /** Runs one command; the lines of its answer. */
  async command(text: string): Promise<readonly string[]> {
    const [lines = []] = await this.run([{ text }])
    return lines.map((line) => line.toString())
  }

  /** Runs commands at one moment; an answer for each. What fails leaves out those after it, and rejects. */
  run(commands: readonly Command[]): Promise<readonly (readonly Buffer[])[]> {
    const marker = commands.some(({ quotes }) => quotes) ? randomBytes(16).toString('hex') : null
    const texts = commands.flatMap(({ text, quotes }) => (quotes ? [text, `display-message -p ${marker}`] : [text]))
    const text = texts.join(' ; ')
    if (this.isOver) return Promise.reject(lost('it is closed'))
    if (this.unanswered > MAX_UNANSWERED)
      return Promise.reject(new CoreError('input-overflow', 'tmux does not take what is sent to it'))
    const line = { bytes: text.length }
    this.unanswered += line.bytes
    const answers = commands.flatMap(({ quotes, answers: count = 1 }) =>
      Array.from({ length: count }, () => this.expect(quotes ? marker : null, line)),
    )
    if (this.early) this.early.push(text)
    else this.child.stdin.write(`${text}\n`)
    return Promise.all(answers)
  }

  end(reason: string): void {
    if (this.isOver) return
    this.isOver = true
    this.child.stdin.destroy()
    this.child.kill()
    for (const { reject } of this.pending.splice(0)) reject(lost(reason))
    this.events.onExit(reason)
  }

  private expect(marker: string | null, line: Pending['line']): Promise<readonly Buffer[]> {
    const { promise, resolve, reject } = deferred<readonly Buffer[]>()
    this.pending.push({ resolve, reject, lines: [], marker, line })
    return promise
  }

  private takeChunk(chunk: Buffer): void {
    try {
      this.reader.push(chunk)
    } catch (error) {
      this.end((error as Error).message)
    }
  }

  private takeLine(bytes: Buffer, start: number, end: number): void {
    if (this.open !== null) return this.takeAnswer(bytes, start, end)
    if (bytes[start] !== PERCENT) return
    // `%output %1 …` and `%extended-output %1 0 : …`: by far most of what comes.
    if (bytes[start + 1] === 0x6f && bytes[start + 2] === 0x75) return this.takeOutput(bytes, start + 8, end)
    if (bytes[start + 1] === 0x65 && bytes[start + 2] === 0x78 && bytes[start + 3] === 0x74)
      return this.takeExtended(bytes, start + 17, end)
    const line = bytes.toString('utf8', start, end)
    const words = line.split(' ')
    if (words[0] === '%begin') return this.begin(words)
    if (words[0] === '%session-changed' && this.early) this.start(this.early)
    if (words[0] === '%exit') return this.end(words.slice(1).join(' ') || 'tmux has ended the connection')
    this.events.onNotice(words, line)
  }

  private start(commands: readonly string[]): void {
    this.early = null
    for (const text of commands) this.child.stdin.write(`${text}\n`)
  }

  private begin([, time, number, flags]: readonly string[]): void {
    this.open = `${time} ${number} ${flags}`
    // Without the flag it is the answer to the command line of the client itself.
    this.skipping = flags !== '1'
  }

  private takeOutput(bytes: Buffer, start: number, end: number): void {
    const space = bytes.indexOf(SPACE, start)
    if (space > 0 && space < end) this.deliver(bytes.toString('latin1', start, space), bytes, space + 1, end)
  }

  private takeExtended(bytes: Buffer, start: number, end: number): void {
    const space = bytes.indexOf(SPACE, start)
    const colon = bytes.indexOf(COLON, space)
    if (colon > 0 && colon + 2 <= end) this.deliver(bytes.toString('latin1', start, space), bytes, colon + 2, end)
  }

  private deliver(pane: string, bytes: Buffer, start: number, end: number): void {
    if (this.decoded.length < end - start) this.decoded = new Uint8Array(end - start)
    const length = decodeOctal(bytes, start, end, this.decoded)
    this.events.onOutput(pane, this.decoded.subarray(0, length))
  }

  private takeAnswer(bytes: Buffer, start: number, end: number): void {
    const pending = this.skipping ? null : this.pending[0]
    const marker = pending?.marker ?? null
    if (marker === null && bytes[start] === PERCENT) {
      const line = bytes.toString('utf8', start, end)
      if (line === `%end ${this.open}`) return this.finish(pending)
      if (line === `%error ${this.open}`) return this.fail(pending)
    }
    pending?.lines.push(Buffer.from(bytes.subarray(start, end)))
    if (marker !== null) this.lookForMarker(pending!, marker)
  }

  /** An answer that quotes ends with: its own end, the beginning of the next, and the word. */
  private lookForMarker(pending: Pending, marker: string): void {
    const { lines } = pending
    const last = lines.at(-1)!
    if (last.length !== marker.length || last.toString() !== marker) return
    const began = lines.at(-2)!.subarray(BEGIN.length).toString()
    lines.splice(-3)
    this.finish(pending)
    // What is left of the word's own answer is its end.
    this.open = began
    this.skipping = true
  }

  private finish(pending: Pending | null | undefined): void {
    this.open = null
    if (!pending) return
    this.pending.shift()
    if (this.pending[0]?.line !== pending.line) this.unanswered -= pending.line.bytes
    pending.resolve(pending.lines)
  }

  private fail(pending: Pending | null | undefined): void {
    this.open = null
    if (!pending) return
    const said = pending.lines.map((line) => line.toString()).join(' ')
    const error = new CoreError('not-found', `tmux: ${said}`)
    while (this.pending[0]?.line === pending.line) this.pending.shift()!.reject(error)
    this.unanswered -= pending.line.bytes
  }
}

function lost(reason: string): CoreError {
  return new CoreError('session-exited', `the connection to tmux has ended: ${reason}`)
}
