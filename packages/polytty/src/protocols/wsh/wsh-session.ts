/**
 * A session as this protocol sees it: how often something happened, where keyboards go, what is composed with it. Made
 * with the session, whichever protocol made that; screen-events.ts has its events.
 */

import type { Snapshot } from '@polytty/terminal'
import type { Clock } from '../../base/clock.js'
import { type Disposable, DisposableBag } from '../../base/disposable.js'
import { Emitter } from '../../base/emitter.js'
import { Composition } from '../../compose/index.js'
import { decodeInput, type KeyPress } from '../../input/index.js'
import type { Session, Typist } from '../../session/index.js'
import { type EncodedScreen, encodeScreen, historyLines } from './encode.js'
import { refuse } from './errors.js'
import type { LineFormat } from './params.js'
import { ScreenEvents } from './screen-events.js'
import { Throttle } from './throttle.js'

export type InputMode = 'passthrough' | 'capture'

/** Something typed on a keyboard, and the element that had the focus. */
export interface TypedInput {
  readonly mode: InputMode
  readonly bytes: Uint8Array
  readonly key: KeyPress | null
  readonly target: string | null
}

const PERSON: Typist = { name: 'person', tool: 'attached terminal', isPerson: true }

/** Sockets and terminals on one session. */
const MAX_CLIENTS = 64

export class WshSession implements Disposable {
  readonly composition: Composition
  /** Limits the time spent on notifications of this session. */
  readonly throttle: Throttle
  readonly screenEvents: ScreenEvents
  /** Output was read or input came. */
  readonly onActivity = new Emitter<void>()
  readonly onTyped = new Emitter<TypedInput>()
  readonly onInputMode = new Emitter<InputMode>()
  /** The program has ended and its last output was written to the screen. */
  readonly onEnd = new Emitter<void>()
  /** Every client of this session must go. */
  readonly onDetach = new Emitter<void>()
  private readonly owned = new DisposableBag()
  private readonly screens = new Map<string, { readonly snapshot: Snapshot; readonly screen: EncodedScreen }>()
  private inputs = 0
  private clientCount = 0
  private mode: InputMode = 'passthrough'

  constructor(
    readonly session: Session,
    readonly clock: Clock,
    /** The command as it was asked for. */
    readonly command: string,
  ) {
    this.composition = this.owned.add(new Composition(session))
    this.screenEvents = new ScreenEvents(session)
    this.throttle = new Throttle(clock)
    this.owned.add(session.onOutput.on(() => this.onActivity.emit()))
    this.owned.add(
      session.onInput.on(() => {
        this.inputs++
        this.onActivity.emit()
      }),
    )
  }

  /** Grows by one with each output read and each input. */
  get generation(): number {
    return this.session.reads + this.inputs
  }

  /** Milliseconds since anything happened. */
  get quietMs(): number {
    return Math.max(0, Math.round(this.clock.monotonic() - this.session.lastActivityAt))
  }

  get inputMode(): InputMode {
    return this.mode
  }

  get clients(): number {
    return this.clientCount
  }

  /** Refuses one client too many. */
  requireRoom(): void {
    if (this.clientCount >= MAX_CLIENTS)
      throw refuse('resource_limit_reached', `A session serves at most ${MAX_CLIENTS} clients.`)
  }

  /** Counts a client until the handle is disposed. */
  addClient(): Disposable {
    this.clientCount++
    return { dispose: () => this.clientCount-- }
  }

  /** The program's screen in this dialect's shape; with `composed`, as attached terminals see it. */
  screen(format: LineFormat, composed = false): EncodedScreen {
    const snapshot = composed ? this.composition.snapshot() : this.session.snapshot()
    if (composed) return encodeScreen(snapshot, format, this.screenEvents)
    const known = this.screens.get(format)
    if (known?.snapshot === snapshot && known.screen.epoch === this.screenEvents.epoch) return known.screen
    const screen = encodeScreen(snapshot, format, this.screenEvents)
    this.screens.set(format, { snapshot, screen })
    return screen
  }

  /** Lines of history and screen together. */
  get scrollbackLines(): number {
    const snapshot = this.session.snapshot()
    return historyLines(snapshot) + snapshot.rows
  }

  setInputMode(mode: InputMode): void {
    if (mode === 'passthrough') this.composition.elements.unfocus()
    if (mode === this.mode) return
    this.mode = mode
    this.onInputMode.emit(mode)
  }

  /** Bytes from a person's keyboard: reported to those who listen and, unless captured, typed. */
  type(bytes: Uint8Array): void {
    const { mode } = this
    for (const event of decodeInput(bytes)) {
      const key = event.type === 'key' ? event.key : null
      this.onTyped.emit({ mode, bytes: event.bytes, key, target: this.composition.elements.focused })
    }
    // A program that is gone or does not read loses what is typed, as on any terminal.
    if (mode === 'passthrough') void this.session.write(bytes, { typist: PERSON }).catch(() => undefined)
  }

  dispose(): void {
    this.owned.dispose()
    this.screenEvents.dispose()
  }
}
