/** Answers as every dispatcher does, and while a recording runs writes down what was asked and what was answered. */
import type { Incoming } from '../../wire/json-rpc.js'
import { Dispatcher, type DispatcherOptions, type Reply } from '../dispatcher.js'
import type { TuispecClient } from './context.js'
import { tuispec } from './dialect.js'
import { lineOf } from './envelope.js'

export class TuispecDispatcher extends Dispatcher<TuispecClient> {
  constructor(options: DispatcherOptions = {}) {
    super(tuispec, options)
  }

  override async answer(item: Incoming, client: TuispecClient, signal: AbortSignal): Promise<Reply | null> {
    const line = lineOf(item)
    if (line !== undefined) client.recording?.message('request', line)
    const reply = await super.answer(item, client, signal)
    if (reply) client.recording?.message('response', JSON.stringify(reply.body))
    return reply
  }
}
