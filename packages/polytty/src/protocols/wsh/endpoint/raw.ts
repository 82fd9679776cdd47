/**
 * A session's bytes over WebSockets: what the program writes out, what clients type in. Output is gathered once for
 * all clients of a session. A client that does not read loses nothing it could still use: it gets the whole screen
 * once it reads again.
 */

import { renderScreen } from '@polytty/render'
import type { WebSocket } from 'ws'
import { type Disposable, DisposableBag } from '../../../base/disposable.js'
import { Emitter } from '../../../base/emitter.js'
import type { WshSession } from '../dialect.js'
import { MAX_UNFINISHED, unfinished } from './unfinished.js'

/** Bytes queued for a client before output passes it by. */
const HIGH_WATER_BYTES = 1024 * 1024
/** Bytes gathered before they are sent without waiting for more. */
const BATCH_BYTES = 64 * 1024

/** CAN: whatever sequence the client is in the middle of is over. */
const CANCEL = '\x18'

const gathered = new WeakMap<WshSession, GatheredOutput>()

export class RawStream implements Disposable {
  private readonly owned = new DisposableBag()
  private behind = false

  constructor(
    private readonly wshSession: WshSession,
    private readonly socket: WebSocket,
  ) {
    const { session } = wshSession
    const gone = new AbortController()
    this.owned.add({ dispose: () => gone.abort() })
    const typist = { name: 'wsh', tool: 'raw socket', abort: gone.signal }
    const output = gathered.get(wshSession) ?? new GatheredOutput(wshSession)
    gathered.set(wshSession, output)
    // What is gathered already is on the screen that is sent first.
    output.flush()
    // Whoever comes late sees what is there already.
    if (session.snapshot().text().trim() !== '') this.repaint(output)
    this.owned.add(output.onBytes.on((bytes) => this.send(bytes, output)))
    socket.on('message', (data: Buffer) => {
      // What arrives after the endpoint has closed it is not typed.
      if (socket.readyState === socket.OPEN) void session.write(data, { typist }).catch(() => undefined)
    })
  }

  dispose(): void {
    this.owned.dispose()
  }

  private send(bytes: Buffer, output: GatheredOutput): void {
    if (this.behind) return
    if (this.socket.bufferedAmount > HIGH_WATER_BYTES) {
      this.behind = true
      return
    }
    this.socket.send(bytes, { binary: true }, () => this.flushed(output))
  }

  private flushed(output: GatheredOutput): void {
    if (!this.behind || this.socket.bufferedAmount > 0) return
    // What is still being gathered is on the screen that is sent now.
    output.flush()
    this.behind = false
    this.repaint(output)
  }

  /** The screen, then the beginning of what the program is in the middle of saying. */
  private repaint({ tail }: GatheredOutput): void {
    const screen = Buffer.from(`${CANCEL}${renderScreen(this.wshSession.session.snapshot())}`)
    this.socket.send(Buffer.concat([screen, unfinished(tail)]), { binary: true })
  }
}

/** The output of one session in larger pieces, as long as someone listens. */
class GatheredOutput {
  readonly onBytes = new Emitter<Buffer>()
  /** The last bytes that the screen has seen. */
  tail = Buffer.alloc(0)
  private chunks: Buffer[] = []
  private size = 0

  constructor({ session, onEnd }: WshSession) {
    session.onOutput.on(({ bytes }) => this.add(bytes))
    onEnd.on(() => this.flush())
  }

  flush(): void {
    if (this.size === 0) return
    const bytes = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks, this.size)
    this.chunks = []
    this.size = 0
    this.onBytes.emit(bytes)
  }

  private add(bytes: Uint8Array): void {
    this.tail = Buffer.concat([this.tail, bytes.subarray(-MAX_UNFINISHED)]).subarray(-MAX_UNFINISHED)
    if (this.onBytes.size === 0) return
    if (this.size === 0) setImmediate(() => this.flush())
    this.chunks.push(Buffer.from(bytes))
    this.size += bytes.length
    if (this.size >= BATCH_BYTES) this.flush()
  }
}
