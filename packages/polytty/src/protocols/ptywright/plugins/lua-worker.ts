/** The thread in which plugins run: answers one request after another, each from the state that it names. */
import { type MessagePort, parentPort } from 'node:worker_threads'
import { openLuaLibrary } from './lua-library.js'
import { LuaState, PluginFailure } from './lua-state.js'
import type { WorkerReply, WorkerRequest } from './messages.js'

const lua = await openLuaLibrary()
const port = parentPort as MessagePort
const states = new Map<number, LuaState>()

function perform(request: WorkerRequest): unknown {
  if (request.op === 'drop') {
    states.get(request.state)?.close()
    return states.delete(request.state)
  }
  if (request.op === 'call') return states.get(request.state)!.call(request)
  const print = (line: string): void => send({ kind: 'printed', chunkName: request.chunkName, line })
  const state = new LuaState(lua, request.permissions, print)
  const exported = state.load(request.source, request.chunkName)
  states.set(request.state, state)
  return exported
}

function answer(request: WorkerRequest): WorkerReply {
  try {
    return { kind: 'done', value: perform(request) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'failed', message, spent: !(error instanceof PluginFailure) }
  }
}

function send(reply: WorkerReply): void {
  port.postMessage(reply)
}

port.on('message', (request: WorkerRequest) => send(answer(request)))
send({ kind: 'ready' })
