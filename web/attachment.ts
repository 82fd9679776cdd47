/**
 * A terminal in the page on a session. The server paints what every attached terminal sees, panels and overlays too;
 * here are only xterm.js, the window's size, and the way of bytes both ways.
 */

import { signal } from '@preact/signals'
import { FitAddon } from '@xterm/addon-fit'
import { Terminal } from '@xterm/xterm'
import { keepConnected } from './keep-connected.js'
import type { Place } from './place.js'
import { ask, openSocket, Refused, sessionPath } from './server.js'
import { refreshSessions } from './sessions.js'
import { currentLooks, onThemeChange } from './theme.js'

export type AttachmentState =
  | { readonly kind: 'connecting' | 'attached' | 'reconnecting' | 'detached' }
  | { readonly kind: 'ended' }
  /** There is no such session, or none that runs. */
  | { readonly kind: 'missing'; readonly reason: string }

interface Size {
  readonly cols: number
  readonly rows: number
}

/** What the server says besides what to show. */
type News = { readonly size: Size } | { readonly mode: 'capture' | 'passthrough' }

const FONT_PX = 14
const SMALLEST_FONT_PX = 5
const FONT = 'ui-monospace, "Cascadia Mono", "SF Mono", Menlo, "DejaVu Sans Mono", monospace'
const encoder = new TextEncoder()

export class Attachment {
  readonly state = signal<AttachmentState>({ kind: 'connecting' })
  /** The size of the picture, which the smallest of all windows decides. */
  readonly size = signal<Size | null>(null)
  /** Keys go to whoever captures them, not to the program. */
  readonly captured = signal(false)
  readonly title = signal('')
  private readonly terminal: Terminal
  private readonly watch: boolean
  private readonly fit = new FitAddon()
  private readonly releases: (() => void)[] = []
  private socket: WebSocket | null = null

  constructor(
    /** What the session is called now, and how it is shown. */
    private readonly place: () => Place,
    private readonly host: HTMLElement,
    screenReader: boolean,
  ) {
    this.watch = place().watch
    this.terminal = new Terminal({
      cursorBlink: !this.watch,
      disableStdin: this.watch,
      fontFamily: FONT,
      fontSize: FONT_PX,
      scrollback: 10_000,
      screenReaderMode: screenReader,
      ...currentLooks(),
    })
    this.terminal.loadAddon(this.fit)
    this.terminal.open(host)
    void this.drawFaster()
    this.listen()
    this.measure()
    this.releases.push(this.connect())
  }

  focus(): void {
    this.terminal.focus()
  }

  setScreenReader(on: boolean): void {
    this.terminal.options.screenReaderMode = on
  }

  dispose(): void {
    for (const release of this.releases) release()
    this.terminal.dispose()
  }

  private connect(): () => void {
    return keepConnected({
      open: async () => {
        const { session } = this.place()
        await requireRunning(session)
        const { cols, rows } = this.terminal
        const query: Record<string, string> = this.watch ? { watch: 'true' } : { cols: `${cols}`, rows: `${rows}` }
        return openSocket(`${sessionPath(session)}/ws/attach`, query)
      },
      opened: (socket) => {
        this.socket = socket
        this.terminal.reset()
        this.captured.value = false
        this.state.value = { kind: 'attached' }
        this.tellWindow()
      },
      message: (data) => {
        if (typeof data === 'string') this.hear(JSON.parse(data) as News)
        else this.terminal.write(new Uint8Array(data))
      },
      lost: (code, reason) => {
        this.socket = null
        const over = code === 1000 && reason !== 'server shutting down'
        this.state.value = { kind: over ? (reason === 'detached' ? 'detached' : 'ended') : 'reconnecting' }
        return over ? 'over' : 'again'
      },
      refused: (reason) => {
        this.state.value = { kind: 'missing', reason }
      },
    })
  }

  private listen(): void {
    const { terminal } = this
    terminal.onData((text) => this.socket?.send(encoder.encode(text)))
    terminal.onBinary((text) => this.socket?.send(Uint8Array.from(text, (char) => char.charCodeAt(0))))
    terminal.onResize(() => this.tellWindow())
    terminal.onTitleChange((title) => {
      this.title.value = title
    })
    // With something selected Ctrl+C copies it; the program gets the next one.
    terminal.attachCustomKeyEventHandler((event) => {
      const isCopy = event.type === 'keydown' && event.ctrlKey && !event.altKey && event.key === 'c'
      if (!isCopy || !terminal.hasSelection()) return true
      void navigator.clipboard?.writeText(terminal.getSelection())
      terminal.clearSelection()
      return false
    })
    const observer = new ResizeObserver(() => this.measure())
    observer.observe(this.host)
    this.releases.push(
      () => observer.disconnect(),
      onThemeChange(() => {
        terminal.options = currentLooks()
      }),
    )
  }

  /** Who types decides on a size by the window; who watches, on a font by the size. */
  private measure(): void {
    if (!this.watch) return this.fit.fit()
    const wanted = this.size.value
    const room = this.fit.proposeDimensions()
    if (!wanted || !room || !this.terminal.options.fontSize) return
    const scale = Math.min(room.cols / wanted.cols, room.rows / wanted.rows)
    const fontSize = Math.floor(this.terminal.options.fontSize * scale)
    this.terminal.options.fontSize = Math.min(Math.max(fontSize, SMALLEST_FONT_PX), FONT_PX)
  }

  private hear(news: News): void {
    if ('mode' in news) this.captured.value = news.mode === 'capture'
    else this.setSize(news.size)
  }

  private setSize(size: Size): void {
    this.size.value = size
    refreshSessions()
    if (!this.watch) return
    this.terminal.resize(size.cols, size.rows)
    this.measure()
  }

  private tellWindow(): void {
    if (this.watch || this.socket?.readyState !== WebSocket.OPEN) return
    const { cols, rows } = this.terminal
    this.socket.send(JSON.stringify({ resize: { cols, rows } }))
  }

  /** Where the browser can, the graphics card draws; what it needs for that is fetched only now. */
  private async drawFaster(): Promise<void> {
    const { WebglAddon } = await import('@xterm/addon-webgl')
    try {
      const addon = new WebglAddon()
      addon.onContextLoss(() => addon.dispose())
      this.terminal.loadAddon(addon)
      // Its cells are whole pixels wide.
      this.measure()
    } catch {
      // No WebGL here: xterm.js draws with elements.
    }
  }
}

/** A socket would only say that it failed, not why. */
async function requireRunning(session: string): Promise<void> {
  const { pid } = await ask<{ pid: number | null }>('GET', sessionPath(session))
  if (pid === null) throw new Refused(404, 'The session has ended')
}
