/**
 * A person's terminal on a session: what it has to print to show the composed screen, and what is typed on it. Only
 * rows that changed are painted, within synchronized output; a terminal that does not read is painted again when it does.
 * Bytes are binary messages; the size of the picture is sent in text ones, before it changes, and so is the input mode.
 */
import type { PictureCells } from '@polytty/terminal'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import { type Disposable, DisposableBag } from '../../../base/disposable.js'
import { type PictureFrame, PictureViewer, TerminalPainter } from '../../../compose/index.js'
import { decodeInput, encodeMouse, type InputEvent, type MouseAction } from '../../../input/index.js'
import type { SessionEvent } from '../../../session/index.js'
import { parseJson } from '../../../wire/json-rpc.js'
import type { InputMode, WshSession } from '../dialect.js'

const resize = z.object({ resize: z.object({ cols: z.number().int(), rows: z.number().int() }) })

/** The least time between two pictures. */
const FRAME_MS = 16
/** Ctrl+\ twice within this detaches. */
const DETACH_MS = 500
const HIGH_WATER_BYTES = 1024 * 1024
/** More than a person copies. */
const MAX_CLIPBOARD_CHARS = 100_000

/** Inside tmux also the terminal around it is given what was copied, where tmux lets that through. */
export type Clipboard = 'kept' | 'passed' | 'tmux'

/** Inside tmux, images are for the terminal around it. */
export type Images = 'none' | 'shown' | 'tmux'

export interface AttachOptions {
  /** The terminal's window; null for one that only watches: it takes the size it is given and types nothing. */
  readonly window: { readonly cols: number; readonly rows: number } | null
  /** Whether what the program puts on the clipboard is passed on, as the sequence that the program used. */
  readonly clipboard: Clipboard
  /** Whether the terminal shows images by kitty's placeholder characters. */
  readonly images: Images
  /** Lines of history to show first. */
  readonly replay: number
}

export class AttachedTerminal implements Disposable {
  private readonly owned = new DisposableBag()
  private readonly painter: TerminalPainter
  private readonly viewer: PictureViewer | null
  private pictures: readonly PictureCells[] = []
  private timer: Disposable | null = null
  private paintedAt = Number.NEGATIVE_INFINITY
  private escapedAt = Number.NEGATIVE_INFINITY
  private behind = false
  private size = ''

  constructor(
    private readonly wshSession: WshSession,
    private readonly socket: WebSocket,
    { window, clipboard, images, replay }: AttachOptions,
    private readonly detach: () => void,
  ) {
    if (window) {
      wshSession.composition.attachWindow(this, window.cols, window.rows)
      this.owned.add({ dispose: () => wshSession.composition.detachWindow(this) })
    }
    const picture = wshSession.composition.snapshot()
    this.painter = new TerminalPainter(wshSession.session)
    this.viewer = images === 'none' ? null : new PictureViewer(images === 'tmux')
    this.sendSize(picture)
    this.send(this.painter.begin(window?.rows ?? picture.rows, replay))
    this.paint()
    this.owned.add(wshSession.composition.onChange.on(() => this.schedule()))
    this.owned.add(wshSession.onEnd.on(() => this.paint()))
    this.owned.add(wshSession.onInputMode.on((mode) => this.sendMode({ mode })))
    if (wshSession.inputMode === 'capture') this.sendMode({ mode: 'capture' })
    this.owned.add({ dispose: () => this.timer?.dispose() })
    if (!window) return
    if (clipboard !== 'kept')
      this.owned.add(wshSession.session.onEvent.on((event) => this.passClipboard(event, clipboard)))
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      // What arrives after the endpoint has closed it is not typed.
      if (socket.readyState !== socket.OPEN) return
      if (isBinary) this.typed(data)
      else this.handleText(data.toString())
    })
  }

  dispose(): void {
    this.owned.dispose()
  }

  private handleText(text: string): void {
    const message = resize.safeParse(parseJson(text))
    if (!message.success) return
    const { cols, rows } = message.data.resize
    this.wshSession.composition.attachWindow(this, cols, rows)
    // The terminal may have moved what it showed.
    this.painter.forget()
    this.schedule()
  }

  /** Ctrl+\ is ours; all else is the program's, or of those who capture. */
  private typed(bytes: Uint8Array): void {
    let plain: Uint8Array[] = []
    const flush = (): void => {
      if (plain.length > 0) this.wshSession.type(Buffer.concat(plain))
      plain = []
    }
    for (const event of decodeInput(bytes)) {
      if (isCaptureKey(event)) {
        flush()
        if (this.handleCaptureKey()) return
      } else plain.push(event.type === 'mouse' ? this.place(event.action) : event.bytes)
    }
    flush()
  }

  /** A mouse report as the program counts its rows, which begin below the panels. */
  private place(action: MouseAction): Uint8Array {
    const { composition, session } = this.wshSession
    const { cols, rows, terminal } = session
    try {
      return encodeMouse({ ...action, row: action.row - composition.rowsAbove }, terminal.modes, { cols, rows })
    } catch {
      // On a panel, or nothing that the program asked for.
      return new Uint8Array()
    }
  }

  /** True when it was the second one in a row. */
  private handleCaptureKey(): boolean {
    const { wshSession } = this
    const now = wshSession.clock.monotonic()
    wshSession.setInputMode(wshSession.inputMode === 'capture' ? 'passthrough' : 'capture')
    const twice = now - this.escapedAt <= DETACH_MS
    this.escapedAt = now
    if (twice) this.detach()
    return twice
  }

  private schedule(): void {
    if (this.timer) return
    const { clock, throttle } = this.wshSession
    const left = throttle.waitFor(this.paintedAt + FRAME_MS)
    this.timer = clock.after(Math.max(Math.ceil(left), 0), () => {
      this.timer = null
      this.paint()
    })
  }

  private paint(): void {
    if (this.behind) return
    if (this.socket.bufferedAmount > HIGH_WATER_BYTES) {
      this.behind = true
      return
    }
    this.paintedAt = this.wshSession.clock.monotonic()
    this.wshSession.throttle.spend(() => {
      const { snapshot, before, after } = this.look()
      this.sendSize(snapshot)
      this.send(before + this.painter.paint(snapshot) + after)
    })
  }

  /** The composed screen, with pictures where the terminal shows them, and what goes before and after it. */
  private look(): PictureFrame {
    const { viewer } = this
    const { composition, session } = this.wshSession
    if (!viewer) return { snapshot: composition.snapshot(), before: '', after: '' }
    const base = session.snapshot()
    // While a frame is drawn that is not shown yet, what was there before it stays.
    if (base.revision === session.terminal.revision) this.pictures = session.terminal.pictures()
    const frame = viewer.frame(base, this.pictures)
    return { ...frame, snapshot: composition.around(frame.snapshot) }
  }

  private sendSize({ cols, rows }: { readonly cols: number; readonly rows: number }): void {
    const size = JSON.stringify({ size: { cols, rows } })
    if (size === this.size) return
    this.size = size
    this.socket.send(size)
  }

  private sendMode(news: { readonly mode: InputMode }): void {
    this.socket.send(JSON.stringify(news))
  }

  private passClipboard(event: SessionEvent, to: Clipboard): void {
    if (event.type !== 'clipboard' || event.text === '' || event.text.length > MAX_CLIPBOARD_CHARS) return
    const copy = `\x1b]52;c;${Buffer.from(event.text).toString('base64')}\x1b\\`
    // tmux takes the first with `set-clipboard on`, and passes on the second with `allow-passthrough on`.
    this.send(to === 'tmux' ? `${copy}\x1bPtmux;${copy.replaceAll('\x1b', '\x1b\x1b')}\x1b\\` : copy)
  }

  private send(text: string): void {
    if (text === '') return
    this.socket.send(Buffer.from(text), { binary: true }, () => {
      if (!this.behind || this.socket.bufferedAmount > 0) return
      this.behind = false
      this.schedule()
    })
  }
}

function isCaptureKey(event: InputEvent): boolean {
  return event.type === 'key' && event.key.key === '\\' && event.key.ctrl === true && event.key.event !== 'release'
}
