/** A connection inside this process, for embedding and for tests: whole messages, delivered in order, one turn later. */
import type { Clock } from '../base/clock.js'
import { Emitter } from '../base/emitter.js'
import { Connection, type ConnectionLimits } from './connection.js'

export interface MemoryClient {
  readonly onMessage: Emitter<string>
  readonly onClosed: Emitter<void>
  send(text: string): void
  close(): void
}

export function connectMemory(
  clock: Clock,
  accept: (connection: Connection) => void,
  limits?: ConnectionLimits,
): MemoryClient {
  const onMessage = new Emitter<string>()
  const onClosed = new Emitter<void>()
  const close = (): void =>
    queueMicrotask(() => {
      connection.deliverClosed()
      onClosed.emit()
    })
  const connection = new Connection(
    'memory',
    {
      write: (text, flushed) =>
        queueMicrotask(() => {
          flushed()
          onMessage.emit(text)
        }),
      pause: () => {},
      resume: () => {},
      close,
      refuse: close,
      destroy: close,
    },
    clock,
    limits,
  )
  accept(connection)
  return { onMessage, onClosed, send: (text) => queueMicrotask(() => connection.deliver(text)), close }
}
