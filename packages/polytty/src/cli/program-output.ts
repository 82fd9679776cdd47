/**
 * A program's own bytes out of what its terminal delivers: from where the program began, and with its ends of lines as it
 * wrote them, which the terminal turned from \n into \r\n.
 */

const STARTED = 0x06
const MISSING = 0x15
const CR = '\r'

export interface OutputEvents {
  readonly write: (bytes: Buffer) => void
  readonly started: () => void
  readonly missing: () => void
}

export class ProgramOutput {
  private hasStarted = false
  private isClosed = false
  /** A carriage return at the end of what came: it may be half an end of line. */
  private kept = ''

  constructor(private readonly events: OutputEvents) {}

  take(bytes: Buffer): void {
    if (this.isClosed) return
    if (this.hasStarted) return this.pass(bytes)
    const at = bytes.findIndex((byte) => byte === STARTED || byte === MISSING)
    if (at < 0) return
    if (bytes[at] === MISSING) return this.events.missing()
    this.hasStarted = true
    this.events.started()
    this.pass(bytes.subarray(at + 1))
  }

  /** Nothing follows. */
  end(): void {
    if (!this.isClosed && this.kept !== '') this.events.write(Buffer.from(this.kept))
    this.close()
  }

  /** No one wants more of it. */
  close(): void {
    this.isClosed = true
  }

  private pass(bytes: Buffer): void {
    const text = this.kept + bytes.toString('latin1')
    this.kept = text.endsWith(CR) ? CR : ''
    const whole = text.slice(0, text.length - this.kept.length).replaceAll('\r\n', '\n')
    if (whole !== '') this.events.write(Buffer.from(whole, 'latin1'))
  }
}
