/** What carries a client's messages: a WebSocket, a Unix socket, a process's stdio, memory. One text, one message. */

export interface Channel {
  send(text: string): void
  close(): void
  /** Reads no more until the returned function is called; absent where a channel cannot wait. */
  hold?(): () => void
  /** Says who gets what arrives; called once, before anything does. `closed` comes last, with the reason if there is one. */
  receive(handler: ChannelHandler): void
}

export interface ChannelHandler {
  message(text: string): void
  /** `isFinal` if the server has said that it stops. */
  closed(reason: string, isFinal?: boolean): void
  /** The connection was lost, and is opened again by the channel itself: what was asked gets no answer. */
  lost?(reason: string): void
  resumed?(): void
}
