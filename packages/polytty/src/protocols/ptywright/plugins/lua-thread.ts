/**
 * A worker thread for plugins, seen from outside: asks it one thing at a time, and ends it when an answer takes too
 * long, which is the only way to stop a C function. Only the request that was running fails; the next one starts a new
 * thread, in which nothing is loaded yet, which `generation` shows.
 */
import { Worker } from 'node:worker_threads'
import type { Clock } from '../../../base/clock.js'
import { CoreError } from '../../../base/core-error.js'
import { type Deferred, deferred } from '../../../base/deferred.js'
import type { Disposable } from '../../../base/disposable.js'
import { limits } from './limits.js'
import type { WorkerReply, WorkerRequest } from './messages.js'

/** Starting a thread is not the plugin's time. */
const START_MS = 60_000
/** The worker measures its own time; what it cannot stop itself gets this much longer. */
const GRACE_MS = 250

/** JavaScript's own memory in the worker; Lua's has its limit in limits.ts. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4, stackSizeMb: 4 }

/** Run from source, as the tests are, Node needs tsx to read the worker. */
const fromSource = import.meta.url.endsWith('.ts')
const entry = fromSource
  ? `import('tsx/esm/api').then(({ tsImport }) => tsImport('./lua-worker.ts', ${JSON.stringify(import.meta.url)}))`
  : new URL('./lua-worker.js', import.meta.url)

export type Ask = (request: WorkerRequest) => Promise<unknown>

export class LuaThread implements Disposable {
  /** Grows whenever the thread is lost, and with it what was loaded. */
  generation = 1
  private worker: Worker | null = null
  private reply: Deferred<WorkerReply> | null = null
  private tail: Promise<unknown> = Promise.resolve()
  private states = 0
  private disposed = false

  constructor(
    private readonly clock: Clock,
    private readonly onPrint: (chunkName: string, line: string) => void,
  ) {}

  /** A number for one more Lua state in this thread. */
  newState(): number {
    return ++this.states
  }

  /** Runs a task that has the thread for itself. */
  exclusively<T>(task: (ask: Ask) => Promise<T>): Promise<T> {
    const done = this.tail.then(() => task((request) => this.ask(request)))
    this.tail = done.catch(() => {})
    return done
  }

  /** Starts the thread before anyone needs it, and has it do once what every plugin begins with. */
  async prepare(): Promise<void> {
    if (this.worker) return
    const state = this.newState()
    await this.exclusively(async (ask) => {
      await ask({ op: 'load', state, source: 'return {}', chunkName: 'rehearsal', permissions: [] })
      await ask({ op: 'drop', state })
    })
  }

  dispose(): void {
    this.disposed = true
    this.end('the plugin was unloaded')
  }

  private async ask(request: WorkerRequest): Promise<unknown> {
    const worker = await this.start()
    const answer = await this.answer(limits.timeMs + GRACE_MS, `took longer than ${limits.timeMs} ms`, () =>
      worker.postMessage(request),
    )
    if (answer.kind === 'done') return answer.value
    if (answer.kind !== 'failed') throw new Error(`a plugin's worker answered ${answer.kind}`)
    if (answer.spent) this.end(answer.message)
    throw new CoreError('internal', answer.message)
  }

  /** The running thread, or a new one. */
  private async start(): Promise<Worker> {
    if (this.disposed) throw new CoreError('internal', 'the plugin was unloaded')
    if (this.worker) return this.worker
    const worker = new Worker(entry, {
      eval: fromSource,
      resourceLimits,
      // A plugin sees nothing of the server's environment, and its output stays out of the protocol.
      env: {},
      stdin: false,
      stdout: true,
      stderr: true,
      execArgv: [],
    })
    worker.unref()
    this.worker = worker
    worker.stdout.resume()
    worker.stderr.resume()
    worker.on('message', (reply: WorkerReply) => {
      // One that was ended may still have said something.
      if (worker !== this.worker) return
      if (reply.kind === 'printed') this.onPrint(reply.chunkName, reply.line)
      else this.reply?.resolve(reply)
    })
    worker.on('error', (error) => this.lost(worker, error.message))
    worker.on('exit', () => this.lost(worker, 'its thread ended'))
    await this.answer(START_MS, 'its thread did not start', () => {})
    return worker
  }

  private async answer(ms: number, late: string, send: () => void): Promise<WorkerReply> {
    const reply = deferred<WorkerReply>()
    this.reply = reply
    const timer = this.clock.after(ms, () => this.end(late))
    try {
      send()
      return await reply.promise
    } finally {
      timer.dispose()
      this.reply = null
    }
  }

  private lost(worker: Worker, reason: string): void {
    if (worker === this.worker) this.end(reason)
  }

  private end(reason: string): void {
    const { worker, reply } = this
    this.worker = null
    this.generation++
    void worker?.terminate()
    reply?.reject(new CoreError('internal', reason))
  }
}
