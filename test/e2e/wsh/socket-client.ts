/** A WebSocket client of the wsh dialect that keeps what it gets and can wait for more. */
import { once } from 'node:events'
import { type ChannelHandler, RpcClient, type Wsh } from '@polytty/client'
import { WebSocket } from 'ws'
import { Terminal } from '../../../packages/terminal/src/index.js'

export type Message = Record<string, unknown>

/** Calls have ids of their own from here on; tests that write messages themselves use smaller ones. */
const FIRST_ID = 1_000_000

export class Client extends RpcClient<Wsh> {
  /** What came, but for the answers to calls. */
  readonly texts: Message[] = []
  readonly terminal: Terminal
  readonly closed: Promise<[code: number, reason: string]>
  private bytes = ''
  private wake: () => void = () => {}

  constructor(
    readonly socket: WebSocket,
    size = { cols: 80, rows: 24 },
  ) {
    let handler: ChannelHandler | null = null
    super(
      {
        send: (text) => socket.send(text),
        close: () => socket.close(),
        receive: (receiver) => {
          handler = receiver
        },
      },
      { jsonrpc: false, firstId: FIRST_ID },
    )
    this.terminal = new Terminal(size)
    this.closed = once(socket, 'close').then(([code, reason]) => {
      handler?.closed(String(reason))
      return [code as number, String(reason)]
    })
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) {
        this.bytes += data.toString('latin1')
        this.terminal.write(data)
      } else this.take(data.toString(), handler!)
      this.wake()
    })
  }

  private take(text: string, handler: ChannelHandler): void {
    const message = JSON.parse(text) as Message
    if (Number(message.id) >= FIRST_ID) handler.message(text)
    else this.texts.push(message)
  }

  async until<T>(look: () => T | undefined | false): Promise<T> {
    for (;;) {
      const found = look()
      if (found) return found
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
  }

  message(fits: Message): Promise<Message> {
    return this.until(() => {
      const at = this.texts.findIndex((text) => Object.entries(fits).every(([key, value]) => text[key] === value))
      return at >= 0 && this.texts.splice(at, 1)[0]
    })
  }

  /** Waits until the bytes hold a text. */
  output(text: string): Promise<boolean> {
    return this.until(() => this.bytes.includes(text))
  }

  /** Waits until the terminal shows a text. */
  shows(text: string): Promise<boolean> {
    return this.until(() => this.terminal.snapshot().text().includes(text))
  }
}

export async function connectClient(
  { url }: { readonly url: string },
  path: string,
  size?: { cols: number; rows: number },
): Promise<Client> {
  const socket = new WebSocket(`${url}${path}`)
  const client = new Client(socket, size)
  await once(socket, 'open')
  return client
}
