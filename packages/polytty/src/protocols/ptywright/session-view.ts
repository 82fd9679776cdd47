/** A session as plugins see it: texts, counts and times, unredacted unless asked, for they decide on what is really there. */
import type { Clock } from '../../base/clock.js'
import type { Redactor } from '../../redaction/redactor.js'
import type { Session } from '../../session/index.js'
import { plainText } from './encode.js'
import type { NamedSessions } from './sessions.js'

/** The bottom lines are a status bar, if there are enough lines for one. */
const STATUS_LINES = 3
const LEAST_LINES = 6

export class SessionView {
  constructor(
    readonly session: Session,
    private readonly sessions: NamedSessions,
    private readonly clock: Clock,
  ) {}

  get sequence(): number {
    return this.sessions.sequenceOf(this.session)
  }

  /** Equal as long as nothing has happened. */
  stamp(): string {
    const { revision, transcript, exited } = this.session
    return `${revision}/${transcript.end}/${exited}`
  }

  texts(redactor: Redactor | null = null): { screen: string; body_text: string; status_text: string } {
    const snapshot = this.session.snapshot()
    const screen = plainText(snapshot, redactor, this.session.above(snapshot))
    const lines = screen.split('\n')
    const bodyLines = lines.length > LEAST_LINES ? lines.length - STATUS_LINES : lines.length
    return {
      screen,
      body_text: lines.slice(0, bodyLines).join('\n'),
      status_text: lines.slice(bodyLines).join('\n'),
    }
  }

  /** What a classifier is given, but for the intent. */
  classifierInput() {
    return { ...this.texts(), ...this.common(), completed_turn_stable_ms: COMPLETED_TURN_STABLE_MS }
  }

  predicateInput(params: unknown) {
    return { screen: this.texts().screen, ...this.common(), params: params ?? {} }
  }

  private common() {
    const { transcript, exited, screenChangedAt } = this.session
    const printed = transcript.read()
    const from = transcript.end - printed.length
    const markers = [...transcript.markers]
    const kept = markers.filter(([, cursor]) => cursor >= from)
    const offset = (cursor: number): number => Buffer.byteLength(printed.slice(0, cursor - from))
    return {
      transcript: printed,
      sequence: this.sequence,
      stable_ms: Math.max(0, Math.floor(this.clock.monotonic() - screenChangedAt)),
      process_exited: exited,
      markers: Object.fromEntries(markers),
      // How many bytes of `transcript` are before each marker; none for a marker whose text is no longer kept.
      marker_offsets: Object.fromEntries(kept.map(([label, cursor]) => [label, offset(cursor)])),
      cursor: transcript.end,
    }
  }
}

/** How long a screen must stand still for a turn to be over. */
export const COMPLETED_TURN_STABLE_MS = 300
