/**
 * Notifies a client that the view has changed: at once, but at most once per debounce time, and the last change always.
 * A client that does not read gets the latest when it does again.
 */

import { renderAnsi } from '@polytty/render'
import type { Clock } from '../../base/clock.js'
import { type Disposable, DisposableBag } from '../../base/disposable.js'
import type { Pusher } from '../peer.js'
import type { Tui } from './tui.js'

export interface ViewSubscriptionOptions {
  readonly tui: Tui
  readonly clock: Clock
  readonly link: Pusher['link']
  readonly debounceMs: number
  readonly includeText: boolean
  send(params: { rows: number; cols: number; text?: string }): void
}

export class ViewSubscription implements Disposable {
  private readonly owned = new DisposableBag()
  private timer: Disposable | null = null
  private lastSent: string | null = null
  private sentAt = Number.NEGATIVE_INFINITY

  /** The first notification goes out at once. */
  constructor(private readonly options: ViewSubscriptionOptions) {
    this.owned.add(options.tui.onChange.on(() => this.schedule()))
    this.owned.add(options.link.onDrain.on(() => this.schedule()))
    this.schedule()
  }

  dispose(): void {
    this.owned.dispose()
    this.timer?.dispose()
  }

  private schedule(): void {
    if (this.timer) return
    const { clock, debounceMs } = this.options
    const wait = this.sentAt + debounceMs - clock.monotonic()
    if (wait > 0) this.timer = clock.after(Math.ceil(wait), () => this.sendLatest())
    else this.sendLatest()
  }

  private sendLatest(): void {
    this.timer = null
    const { tui, clock, link, includeText, send } = this.options
    if (link.congested) return
    const snapshot = tui.snapshot()
    const look = renderAnsi(snapshot)
    if (look === this.lastSent) return
    this.lastSent = look
    this.sentAt = clock.monotonic()
    const { rows, cols } = snapshot
    send(includeText ? { rows, cols, text: snapshot.text() } : { rows, cols })
  }
}
