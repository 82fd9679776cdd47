/**
 * What is behind a command: a shell on another machine (ssh), in a container (docker exec -it), on a serial line (picocom).
 * The command runs on a PTY of ours, so its output is read as it is; but what runs at the other end is not here: no signal
 * reaches it, and the kernel knows nothing of it.
 */
import type { Clock } from '../../base/clock.js'
import { CoreError } from '../../base/core-error.js'
import { Emitter } from '../../base/emitter.js'
import { spawnNativePty } from '../../session/pty/native-pty.js'
import type { Bridge, ExitStatus, Pty } from '../../session/pty/port.js'
import { checkProgram } from '../../session/pty/program-check.js'
import { resolveOptions } from '../../session/spawn-options.js'
import type { Pane, PaneLink, PaneSink, SessionSource } from '../source.js'

const bridge: Bridge = { kind: 'command', grade: 'bytes', polled: false, unsupported: ['create', 'signal'] }

/** Its only pane. */
const PANE = '1'

export class CommandSource implements SessionSource {
  readonly bridge = bridge
  readonly prefix = 'command:'
  readonly answersQueries = false
  readonly onPane = new Emitter<Pane>()
  readonly onLost = new Emitter<string>()
  readonly address: string
  private running: Pty | null = null

  /** `line` is what a shell runs. */
  constructor(
    line: string | undefined,
    private readonly clock: Clock,
  ) {
    if (line === undefined)
      throw new CoreError('invalid-params', 'which command? Name it, such as command:ssh -t build.example.org')
    this.address = line
  }

  async list(): Promise<readonly Pane[]> {
    const name = this.address.replace(/\p{Cc}/gu, ' ').slice(0, 64)
    const size = { cols: 80, rows: 24 }
    return [{ id: PANE, name, title: '', ...size, pid: 0, command: this.address.split(/\s/)[0] ?? '', cwd: null }]
  }

  async attach(_id: string, sink: PaneSink): Promise<PaneLink> {
    if (this.running) throw new CoreError('conflict', 'the command is running already')
    const started = { program: 'sh', args: ['-c', `exec ${this.address}`] }
    const options = resolveOptions(started, `${this.prefix}${PANE}`, process.env)
    const pty = spawnNativePty(
      { ...options, path: checkProgram(options) },
      {
        onData: (bytes) => sink.output(bytes),
        onExit: (status) => this.handleExit(status, sink),
      },
      this.clock,
    )
    this.running = pty
    return {
      write: (bytes) => pty.write(bytes),
      reply: (bytes) => pty.reply(bytes, 0),
      resize: async (cols, rows) => {
        pty.resize(cols, rows, 0, 0)
        sink.resized(cols, rows)
      },
      close: async () => pty.hangUp(),
      pause: () => pty.pause(),
      resume: () => pty.resume(),
      release: () => pty.hangUp(),
    }
  }

  async stop(): Promise<void> {
    this.running?.hangUp()
  }

  private handleExit(status: ExitStatus, sink: PaneSink): void {
    this.running = null
    sink.ended(status)
    this.onLost.emit('the command has ended')
  }
}
