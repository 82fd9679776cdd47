/** A channel over a pair of byte streams, one message per line: a Unix socket, or a process's stdio. Node, Bun and Deno. */
import type { Socket } from 'node:net'
import type { Channel, ChannelHandler } from './channel.js'
import { ConnectionError } from './errors.js'

/** The parts of Node's streams that are used. */
export interface ByteInput {
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown
  on(event: 'end' | 'close' | 'error', listener: () => void): unknown
  pause(): unknown
  resume(): unknown
}

export interface ByteOutput {
  write(text: string): unknown
  end(): unknown
  on(event: 'error', listener: () => void): unknown
}

const NEWLINE = 10

export class StreamChannel implements Channel {
  constructor(
    private readonly input: ByteInput,
    private readonly output: ByteOutput,
    /** Hangs up; without it the output is ended, and what was asked is still answered. */
    private readonly hangUp: () => void = () => void output.end(),
  ) {}

  send(text: string): void {
    this.output.write(`${text}\n`)
  }

  close(): void {
    this.hangUp()
  }

  hold(): () => void {
    this.input.pause()
    return () => void this.input.resume()
  }

  receive(handler: ChannelHandler): void {
    let parts: Uint8Array[] = []
    const decoder = new TextDecoder()
    const take = (rest: Uint8Array): string => {
      const text = parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode(rest)
      parts = []
      return text
    }
    this.input.on('data', (chunk) => {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        const line = take(chunk.subarray(start, end))
        if (line.trim() !== '') handler.message(line)
        start = end + 1
      }
      if (start < chunk.length) parts.push(chunk.subarray(start))
    })
    const closed = (): void => handler.closed('the server closed the connection')
    this.input.on('end', closed)
    this.input.on('close', closed)
    this.input.on('error', closed)
    this.output.on('error', closed)
  }
}

/** Connects to the Unix socket at a path. */
export async function openUnixSocket(path: string): Promise<Channel> {
  const { connect } = await import('node:net')
  const socket = await new Promise<Socket>((resolve, reject) => {
    const made = connect(path)
    made.once('connect', () => resolve(made))
    made.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ConnectionError(`no server answers at ${path}: ${error.code ?? error.message}`)),
    )
  })
  socket.on('error', () => {})
  return new StreamChannel(socket, socket, () => void socket.destroy())
}
