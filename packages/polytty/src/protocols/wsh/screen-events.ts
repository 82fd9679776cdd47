/**
 * What happens on one session's screen, numbered once for all subscribers. Each row remembers the number of its last
 * change, so that a subscriber who looks seldom gets the last state and nothing twice; clearing, switching, resizing
 * and resetting are sent one by one.
 */
import { type Disposable, DisposableBag } from '../../base/disposable.js'
import { Emitter } from '../../base/emitter.js'
import type { Session, SessionEvent } from '../../session/index.js'

export type ResetReason =
  | 'clear_screen'
  | 'clear_scrollback'
  | 'hard_reset'
  | 'alternate_screen_enter'
  | 'alternate_screen_exit'
  | 'resize'

/** Something that is sent by itself and never coalesced. */
export type Mark = { readonly seq: number } & (
  | { readonly event: 'mode'; readonly alternate_active: boolean }
  | { readonly event: 'reset'; readonly reason: ResetReason }
)

export class ScreenEvents implements Disposable {
  /** Grows whenever line numbers or contents lose their meaning. */
  epoch = 0
  readonly onMark = new Emitter<Mark>()
  /** Rows or the cursor changed. */
  readonly onChange = new Emitter<void>()
  /** The number of the last change, which the cursor may have been part of. */
  cursorSeq = 0
  private readonly owned = new DisposableBag()
  private seq = 0
  private rowSeqs: number[] = []
  private revision: number

  constructor(private readonly session: Session) {
    this.revision = session.revision
    this.owned.add(session.onEvent.on((event) => this.handleEvent(event)))
    this.owned.add(session.onChange.on(() => this.handleChange()))
  }

  /** The number of the last event. */
  get last(): number {
    return this.seq
  }

  /** A number for an event that is made for one subscriber alone. */
  next(): number {
    return ++this.seq
  }

  /** Rows that changed after an event, with the number of their last change. */
  rowsSince(seq: number): { readonly row: number; readonly seq: number }[] {
    return this.rowSeqs.flatMap((at, row) => (at > seq && row < this.session.rows ? [{ row, seq: at }] : []))
  }

  dispose(): void {
    this.owned.dispose()
  }

  private handleChange(): void {
    const { session } = this
    const before = this.revision
    this.revision = session.revision
    // No one listens: the numbers wait, the state is sent when someone subscribes.
    if (this.onChange.size === 0) return
    this.rowSeqs.length = session.rows
    for (const row of session.terminal.dirtyRowsSince(before)) this.rowSeqs[row] = ++this.seq
    this.cursorSeq = ++this.seq
    this.onChange.emit()
  }

  private handleEvent(event: SessionEvent): void {
    switch (event.type) {
      case 'alternateScreen':
        this.emitMark({ event: 'mode', alternate_active: event.active })
        return this.reset(event.active ? 'alternate_screen_enter' : 'alternate_screen_exit')
      case 'cleared':
        return this.reset(event.what === 'screen' ? 'clear_screen' : 'clear_scrollback')
      case 'reset':
        return this.reset('hard_reset')
      case 'resized':
        return this.reset('resize')
    }
  }

  private reset(reason: ResetReason): void {
    this.epoch++
    this.emitMark({ event: 'reset', reason })
  }

  private emitMark(
    mark: Omit<Extract<Mark, { event: 'mode' }>, 'seq'> | Omit<Extract<Mark, { event: 'reset' }>, 'seq'>,
  ): void {
    if (this.onMark.size > 0) this.onMark.emit({ ...mark, seq: ++this.seq } as Mark)
  }
}
