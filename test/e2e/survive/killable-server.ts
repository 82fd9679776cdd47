/** A server process of a test's own that can be killed and started again on the same host. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const program = join(import.meta.dirname, 'server-process.mjs')

export interface Described {
  readonly name: string
  readonly tags: readonly string[]
  readonly pid: number
  readonly cols: number
  readonly rows: number
  readonly exit: { readonly code: number | null; readonly signal: string | null; readonly reason?: string } | null
  readonly revision: number
  readonly dump: string
  readonly firstLine: number
  readonly transcript: string
  readonly printed: number
  readonly text: string
}

interface Answer {
  readonly request?: number
  readonly value?: unknown
  readonly error?: string
  readonly ready?: number
  readonly sessions?: number
}

export class KillableServer {
  private process: ChildProcess | null = null
  private lastRequest = 0
  private readonly requests = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  /** How long the last start took, from the first line of the server's own code to the last session taken over. */
  startMs = 0
  /** How many sessions it found. */
  found = 0

  constructor(
    readonly hostSocket: string,
    private readonly keepSeconds = 20,
  ) {}

  get pid(): number {
    return this.process?.pid ?? 0
  }

  async start(): Promise<void> {
    // Whatever the test runner adds for itself is not for the server.
    const process = fork(program, [this.hostSocket, String(this.keepSeconds)], { execArgv: [], stdio: 'inherit' })
    this.process = process
    await new Promise<void>((resolve, reject) => {
      process.on('message', (answer: Answer) => {
        if (answer.ready !== undefined) {
          this.startMs = answer.ready
          this.found = answer.sessions ?? 0
          resolve()
        } else this.settle(answer)
      })
      process.once('exit', () => {
        reject(new Error('the server ended'))
        for (const { reject } of this.requests.values()) reject(new Error('the server ended'))
        this.requests.clear()
      })
    })
  }

  /** As if it had crashed. */
  async kill(): Promise<void> {
    const { process } = this
    if (!process) return
    this.process = null
    const gone = once(process, 'exit')
    process.kill('SIGKILL')
    await gone
  }

  async restart(): Promise<void> {
    await this.kill()
    await this.start()
  }

  ask<T>(action: string, ...args: readonly unknown[]): Promise<T> {
    const request = ++this.lastRequest
    return new Promise<T>((resolve, reject) => {
      if (!this.process?.connected) return reject(new Error('there is no server'))
      this.requests.set(request, { resolve: resolve as (value: unknown) => void, reject })
      this.process.send({ request, action, args })
    })
  }

  describe(id: string): Promise<Described> {
    return this.ask('describe', id)
  }

  private settle({ request = 0, value, error }: Answer): void {
    const waiting = this.requests.get(request)
    this.requests.delete(request)
    if (error === undefined) waiting?.resolve(value)
    else waiting?.reject(new Error(error))
  }
}
