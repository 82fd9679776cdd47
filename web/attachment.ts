/**
 * A terminal in the page on a session. The server paints what every attached terminal sees, panels and overlays too;
 * here are only xterm.js, the window's size, and the way of bytes both ways.
 */

import { signal } from '@preact/signals'
import { FitAddon } from '@xterm/addon-fit'
import type { SearchAddon } from '@xterm/addon-search'
import { Terminal } from '@xterm/xterm'
import { loadAddons } from './addons.js'
import { keepConnected } from './keep-connected.js'
import type { Place } from './place.js'
import { call, openSocket } from './server.js'
import { refreshSessions } from './sessions.js'
import { currentAppearance, onThemeChange } from './theme.js'

export type AttachmentState =
  | { readonly kind: 'connecting' | 'attached' | 'reconnecting' | 'detached' }
  /** What is shown is the last screen. The status is null where the session is not even known any more. */
  | { readonly kind: 'ended'; readonly status: number | null }
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
/** Keys and pastes. */
const MAX_UNSENT = 1000
const encoder = new TextEncoder()

export class Attachment {
  readonly state = signal<AttachmentState>({ kind: 'connecting' })
  /** The size of the picture, which the smallest of all windows decides. */
  readonly size = signal<Size | null>(null)
  /** Keys go to whoever captures them, not to the program. */
  readonly captured = signal(false)
  readonly title = signal('')
  readonly search: SearchAddon
  private readonly terminal: Terminal
  /** Takes the size it is given and types nothing: so it is for who watches, and once the program has ended. */
  private passive: boolean
  private readonly fit = new FitAddon()
  private readonly releases: (() => void)[] = []
  private disconnect: () => void
  private socket: WebSocket | null = null
  private readonly unsent: Uint8Array<ArrayBuffer>[] = []

  constructor(
    /** What the session is called now, and how it is shown. */
    private readonly place: () => Place,
    private readonly host: HTMLElement,
    screenReader: boolean,
  ) {
    this.passive = place().watch
    this.terminal = new Terminal({
      allowProposedApi: true,
      cursorBlink: !this.passive,
      disableStdin: this.passive,
      fontFamily: FONT,
      fontSize: FONT_PX,
      scrollback: 10_000,
      screenReaderMode: screenReader,
      ...currentAppearance(),
    })
    this.terminal.loadAddon(this.fit)
    this.search = loadAddons(this.terminal, host)
    this.terminal.open(host)
    void this.drawFaster()
    this.listen()
    this.measure()
    this.disconnect = this.connect()
  }

  /** Tries again what was over. What is shown stays until there is something else to show. */
  reconnect(): void {
    this.disconnect()
    this.setPassive(this.place().watch)
    this.state.value = { kind: 'connecting' }
    this.disconnect = this.connect()
    this.measure()
  }

  focus(): void {
    this.terminal.focus()
  }

  setScreenReader(on: boolean): void {
    this.terminal.options.screenReaderMode = on
  }

  dispose(): void {
    this.disconnect()
    for (const release of this.releases) release()
    this.terminal.dispose()
  }

  private connect(): () => void {
    return keepConnected({
      open: async () => {
        const { session } = this.place()
        // A socket would only say that it failed, not why.
        const { pid } = await call('get_session', { session })
        if (pid === null) this.setPassive(true)
        const { cols, rows } = this.terminal
        const window = { cols: `${cols}`, rows: `${rows}`, clipboard: 'true' }
        return openSocket(
          `/sessions/${encodeURIComponent(session)}/ws/attach`,
          this.passive ? { watch: 'true' } : window,
        )
      },
      opened: (socket) => {
        this.socket = socket
        this.terminal.reset()
        this.captured.value = false
        this.state.value = { kind: 'attached' }
        this.sendWindowSize()
        for (const bytes of this.unsent.splice(0)) socket.send(bytes)
      },
      message: (data) => {
        if (typeof data === 'string') this.handleMessage(JSON.parse(data) as News)
        else this.terminal.write(new Uint8Array(data))
      },
      lost: (code, reason) => {
        this.socket = null
        if (code !== 1000 || reason === 'server shutting down') {
          this.state.value = { kind: 'reconnecting' }
          return 'again'
        }
        this.unsent.length = 0
        if (reason === 'detached') this.state.value = { kind: 'detached' }
        else void this.end()
        return 'over'
      },
      refused: (reason) => {
        this.unsent.length = 0
        this.state.value = { kind: 'missing', reason }
      },
    })
  }

  /** What is typed while the server is away is typed when it is back, up to a bound. */
  private type(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(bytes)
    else if (this.state.value.kind === 'reconnecting' && this.unsent.length < MAX_UNSENT) this.unsent.push(bytes)
  }

  /** The program has ended: its last screen stays. */
  private async end(): Promise<void> {
    this.setPassive(true)
    const { session } = this.place()
    const status = await call('get_session', { session }).then(
      ({ exit_code }) => exit_code ?? null,
      () => null,
    )
    this.state.value = { kind: 'ended', status }
  }

  private setPassive(on: boolean): void {
    this.passive = on
    this.terminal.options = { cursorBlink: !on, disableStdin: on, ...(!on && { fontSize: FONT_PX }) }
  }

  private listen(): void {
    const { terminal } = this
    terminal.onData((text) => this.type(encoder.encode(text)))
    terminal.onBinary((text) => this.type(Uint8Array.from(text, (char) => char.charCodeAt(0))))
    terminal.onResize(() => this.sendWindowSize())
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
        terminal.options = currentAppearance()
      }),
    )
  }

  /** Who types decides on a size by the window; who watches, on a font by the size. */
  private measure(): void {
    if (!this.passive) return this.fit.fit()
    const wanted = this.size.value
    const room = this.fit.proposeDimensions()
    if (!wanted || !room || !this.terminal.options.fontSize) return
    const scale = Math.min(room.cols / wanted.cols, room.rows / wanted.rows)
    const fontSize = Math.floor(this.terminal.options.fontSize * scale)
    this.terminal.options.fontSize = Math.min(Math.max(fontSize, SMALLEST_FONT_PX), FONT_PX)
  }

  private handleMessage(news: News): void {
    if ('mode' in news) this.captured.value = news.mode === 'capture'
    else this.setSize(news.size)
  }

  private setSize(size: Size): void {
    this.size.value = size
    refreshSessions()
    if (!this.passive) return
    this.terminal.resize(size.cols, size.rows)
    this.measure()
  }

  private sendWindowSize(): void {
    if (this.passive || this.socket?.readyState !== WebSocket.OPEN) return
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
