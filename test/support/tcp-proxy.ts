/** A network between two programs that can be cut: connections through it hang, or are refused, until it is mended. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export class TcpProxy {
  private readonly sockets = new Set<Socket>()
  private isCut = false

  private constructor(private readonly server: Server) {}

  static async open(port: number): Promise<TcpProxy> {
    const server = createServer((client) => proxy.join(client, connect(port, '127.0.0.1')))
    const proxy = new TcpProxy(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return proxy
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`
  }

  /** Nothing passes anymore, in either direction, and no one is notified. */
  cut(): void {
    this.isCut = true
    for (const socket of this.sockets) socket.pause()
  }

  /** Connections of before are gone; new ones are let through. */
  mend(): void {
    this.isCut = false
    this.drop()
  }

  /** Connections are gone; new ones are let through, unless it is cut. */
  drop(): void {
    for (const socket of this.sockets) socket.destroy()
  }

  close(): void {
    this.server.close()
    for (const socket of this.sockets) socket.destroy()
  }

  private join(one: Socket, other: Socket): void {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      this.sockets.add(from)
      from.on('data', (data) => to.write(data))
      from.on('error', () => from.destroy())
      from.on('close', () => {
        this.sockets.delete(from)
        to.destroy()
      })
      if (this.isCut) from.pause()
    }
  }
}
