/** Answers as every dispatcher does, and while a recording runs writes down what was asked and what was answered. */
import type { Incoming, Request } from '../../wire/json-rpc.js'
import { Dispatcher, type DispatcherOptions, type Reply } from '../dispatch.js'
import type { TuispecClient } from './context.js'
import { lineOf } from './envelope.js'
import { tuispec } from './index.js'

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

  /** Answers a step of a batch or a replay, which no line stands for. */
  answerStep(request: Request, client: TuispecClient, signal: AbortSignal): Promise<Reply | null> {
    return super.answer({ kind: 'request', request }, client, signal)
  }
}
