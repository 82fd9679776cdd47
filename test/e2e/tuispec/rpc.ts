/** A `polytty tuispec server` as a process of its own, spoken to on its standard input and output. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

export const bin = join(import.meta.dirname, '../../../bin/polytty')

interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: { readonly details: string } }
}

export class TuispecProcess {
  readonly process: ChildProcess
  readonly exited: Promise<{ code: number | null; signal: string | null }>
  private readonly waiting = new Map<number, (answer: Answer) => void>()
  private nextId = 1

  constructor(artifactDir: string, ...flags: string[]) {
    this.process = spawn(process.execPath, [bin, 'tuispec', 'server', '--artifact-dir', artifactDir, ...flags], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.exited = once(this.process, 'exit').then(([code, signal]) => ({ code, signal }))
    createInterface(this.process.stdout!).on('line', (line) => {
      const answer = JSON.parse(line) as Answer
      this.waiting.get(answer.id)?.(answer)
    })
    onTestFinished(() => void this.process.kill('SIGKILL'))
  }

  /** Asks, and gives the whole answer. */
  ask(method: string, params?: object): Promise<Answer> {
    const id = this.nextId++
    this.process.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return new Promise((resolve) => this.waiting.set(id, resolve))
  }

  /** Asks, and gives the result; an error fails the test with its details. */
  async call<R = unknown>(method: string, params?: object): Promise<R> {
    const { result, error } = await this.ask(method, params)
    if (error) throw new Error(`${method}: ${error.message}\n${error.data?.details ?? ''}`)
    return result as R
  }

  /** Starts a session with a shell script in it, and waits until it says Ready. */
  async start(script: string, name = 'test'): Promise<void> {
    await this.call('initialize', { name })
    await this.launch(script)
  }

  async launch(script: string): Promise<void> {
    const readySelector = { type: 'exact', text: 'Ready' }
    await this.call('launch', { command: '/bin/sh', args: ['-c', script], readySelector, readyTimeoutMs: 10_000 })
  }
}
