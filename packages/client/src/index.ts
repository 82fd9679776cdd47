/** A typed client of a polytty server. `connect(address)` gives one; the parts serve clients of the other protocols. */
export type { Channel, ChannelHandler } from './channel.js'
export { Client, type ConnectOptions, connect, type EventName, type SessionEvent, type Subscription } from './client.js'
export { ConnectionError, RpcError } from './errors.js'
export * from './generated/index.js'
export { HttpChannel, type HttpOptions, type WshHttp } from './http-channel.js'
export {
  type Event,
  type MethodName,
  type ParamsArgument,
  type ParamsOf,
  type ProtocolTypes,
  type ResultOf,
  RpcClient,
  type RpcOptions,
} from './rpc-client.js'
export { type ByteInput, type ByteOutput, openUnixSocket, StreamChannel } from './stream-channel.js'
export { openWebSocket, type WebSocketOptions } from './web-socket-channel.js'
