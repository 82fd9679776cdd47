/**
 * A session's bytes over a WebSocket: what the program writes out, what the client types in. A client that does not
 * read loses nothing it could still use: it gets the whole screen once it reads again.
 */
import type { WebSocket } from 'ws'
import { type Disposable, DisposableBag } from '../base/disposable.js'
import type { Stage } from '../dialects/wsh/index.js'
import { renderScreen } from '../render/index.js'

/** Bytes queued for a client before output passes it by. */
const HIGH_WATER_BYTES = 1024 * 1024

export class RawStream implements Disposable {
  private readonly owned = new DisposableBag()
  private behind = false

  constructor(
    private readonly stage: Stage,
    private readonly socket: WebSocket,
  ) {
    const { session } = stage
    // Whoever comes late sees what is there already.
    if (session.snapshot().text().trim() !== '') this.repaint()
    this.owned.add(session.onOutput.on(({ bytes }) => this.send(Buffer.from(bytes))))
    socket.on('message', (data: Buffer) => void session.write(data).catch(() => undefined))
  }

  dispose(): void {
    this.owned.dispose()
  }

  private send(bytes: Buffer): void {
    if (this.behind) return
    if (this.socket.bufferedAmount > HIGH_WATER_BYTES) {
      this.behind = true
      return
    }
    this.socket.send(bytes, { binary: true }, () => this.flushed())
  }

  private flushed(): void {
    if (!this.behind || this.socket.bufferedAmount > 0) return
    this.behind = false
    this.repaint()
  }

  private repaint(): void {
    this.socket.send(Buffer.from(renderScreen(this.stage.session.snapshot())), { binary: true })
  }
}
