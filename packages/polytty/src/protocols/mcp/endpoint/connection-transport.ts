/** A connection of ours as what the MCP library takes messages from. */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import { parseJSONRPCMessage } from '@modelcontextprotocol/server'
import type { Connection } from '../../../transport/connection.js'
import { errorBody } from '../../../wire/json-rpc.js'

export class ConnectionTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void

  /** Requests that are not answered yet. */
  private readonly open = new Set<string | number>()
  private hasEnded = false

  constructor(private readonly connection: Connection) {
    connection.receive({
      message: (text) => this.receive(text),
      ended: () => {
        this.hasEnded = true
        this.closeIfDone()
      },
      fault: (fault) => this.refuse(-32700, `the message could not be read: ${fault}`),
      closed: () => this.onclose?.(),
    })
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    this.connection.send(JSON.stringify(message))
    if (!('method' in message) && message.id !== undefined) this.open.delete(message.id)
    this.closeIfDone()
  }

  async close(): Promise<void> {
    this.connection.close()
  }

  private receive(text: string): void {
    let message: JSONRPCMessage
    try {
      message = parseJSONRPCMessage(JSON.parse(text))
    } catch (error) {
      const isJson = !(error instanceof SyntaxError)
      return this.refuse(isJson ? -32600 : -32700, isJson ? 'not a JSON-RPC message' : 'not JSON')
    }
    if ('method' in message && 'id' in message) this.open.add(message.id)
    this.onmessage?.(message)
  }

  /** Who has finished sending gets the answers that are still to come, and no more. */
  private closeIfDone(): void {
    if (this.hasEnded && this.open.size === 0) this.connection.close()
  }

  private refuse(code: number, message: string): void {
    this.connection.send(JSON.stringify(errorBody(null, { code, message })))
  }
}
