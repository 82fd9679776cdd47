/** Keeps the owner of a server at work (owner.mjs) for as long as an attack goes on. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { percentile } from '../table.js'
import type { Target } from './target.js'

export interface OwnersView {
  readonly requests: number
  readonly failed: number
  readonly firstFailure: string | null
  readonly p50Ms: number
  readonly p99Ms: number
}

export class Owner {
  private output = ''

  private constructor(private readonly child: ChildProcess) {
    child.stdout!.on('data', (data: Buffer) => (this.output += data.toString()))
  }

  static async start({ port, token }: Target): Promise<Owner> {
    const script = join(import.meta.dirname, 'owner.mjs')
    const child = spawn(process.execPath, [script, String(port), token], { stdio: ['pipe', 'pipe', 'inherit'] })
    const owner = new Owner(child)
    await Promise.race([
      once(child.stdout!, 'data'),
      once(child, 'exit').then(() => Promise.reject(new Error('the owner could not begin'))),
    ])
    return owner
  }

  async stop(): Promise<OwnersView> {
    const closed = once(this.child, 'close')
    this.child.stdin!.end()
    await closed
    const { kept, fresh, failed, firstFailure } = JSON.parse(this.output.slice('working\n'.length)) as {
      kept: number[]
      fresh: number[]
      failed: number
      firstFailure: string | null
    }
    const samples = [...kept, ...fresh]
    const [p50Ms, p99Ms] = [percentile(samples, 0.5), percentile(samples, 0.99)]
    return { requests: samples.length + failed, failed, firstFailure, p50Ms, p99Ms }
  }
}
