/** A server in a process of its own, to be attacked over loopback and watched from outside. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  type MethodName,
  openWebSocket,
  type ParamsArgument,
  type ParamsOf,
  type ResultOf,
  RpcClient,
  type Wrightty,
} from '@polytty/client'

export interface Measures {
  readonly rssMb: number
  readonly descriptors: number
  readonly threads: number
}

export class Target {
  readonly token = randomBytes(16).toString('hex')
  readonly folder = mkdtempSync(join(tmpdir(), 'polytty-attack-'))
  readonly socket = join(this.folder, 'socket')
  port = 0
  private peak = 0
  private readonly child: ChildProcess
  private readonly watch: NodeJS.Timeout

  private constructor(
    /** The checkout whose build is attacked. */
    root: string,
    args: readonly string[],
    nodeArgs: readonly string[],
  ) {
    const command = [...nodeArgs, join(root, 'bin', 'polytty'), 'serve', '--port', '0', '--socket', this.socket]
    this.child = spawn(process.execPath, [...command, ...args, '--token', this.token], {
      stdio: ['ignore', 'pipe', 'inherit', ...(nodeArgs.length > 0 ? ['ipc' as const] : [])],
      env: { ...process.env, XDG_RUNTIME_DIR: this.folder },
    })
    this.watch = setInterval(() => {
      this.peak = Math.max(this.peak, this.measure().rssMb)
    }, 100)
  }

  /** With `nodeArgs`, what they load can be asked things. */
  static async start(root: string, args: readonly string[] = [], nodeArgs: readonly string[] = []): Promise<Target> {
    const target = new Target(root, args, nodeArgs)
    for await (const line of createInterface({ input: target.child.stdout! })) {
      const port = /ws:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1]
      if (port === undefined) continue
      target.port = Number(port)
      target.child.stdout!.resume()
      return target
    }
    await target.stop()
    throw new Error('the server ended before it listened')
  }

  get url(): string {
    return `ws://127.0.0.1:${this.port}`
  }

  get bearer(): { readonly authorization: string } {
    return { authorization: `Bearer ${this.token}` }
  }

  get alive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  /** The most memory seen since the last call. */
  takePeakMb(): number {
    const peak = Math.max(this.peak, this.measure().rssMb)
    this.peak = 0
    return peak
  }

  measure(): Measures {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8')
      const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
      const descriptors = readdirSync(`/proc/${this.child.pid}/fd`).length
      return { rssMb: field('VmRSS') / 1024, descriptors, threads: field('Threads') }
    } catch {
      // Gone, or a system without /proc.
      return { rssMb: 0, descriptors: 0, threads: 0 }
    }
  }

  /** What the code loaded with `nodeArgs` says. */
  async ask<R>(): Promise<R> {
    const answered = once(this.child, 'message')
    this.child.send('?')
    return ((await answered) as [R])[0]
  }

  /** One request with the token, on a connection of its own. */
  async call<M extends MethodName<Wrightty>>(
    method: M,
    ...params: ParamsArgument<ParamsOf<Wrightty, M>>
  ): Promise<ResultOf<Wrightty, M>> {
    const client = new RpcClient<Wrightty>(await openWebSocket(this.url, { token: this.token, timeoutMs: 30_000 }))
    return client.call(method, ...params).finally(() => client.close())
  }

  async stop(): Promise<void> {
    clearInterval(this.watch)
    const ended = new Promise((resolve) => this.child.once('exit', resolve))
    if (this.alive) {
      this.child.kill('SIGTERM')
      const patience = setTimeout(() => this.child.kill('SIGKILL'), 10_000)
      await ended
      clearTimeout(patience)
    }
    rmSync(this.folder, { recursive: true, force: true })
  }
}
