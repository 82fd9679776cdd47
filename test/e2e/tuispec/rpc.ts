/** A `polytty tuispec server` as a process of its own, and its client on its standard input and output. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { RpcClient, StreamChannel, type Tuispec } from '@polytty/client'
import { onTestFinished } from 'vitest'
import { bin } from '../../support/polytty.js'

export class TuispecProcess extends RpcClient<Tuispec> {
  readonly process: ChildProcess
  readonly exited: Promise<{ code: number | null; signal: string | null }>

  constructor(artifactDir: string, ...flags: string[]) {
    const child = spawn(process.execPath, [bin, 'tuispec', 'server', '--artifact-dir', artifactDir, ...flags], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    super(new StreamChannel(child.stdout, child.stdin))
    this.process = child
    this.exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
    onTestFinished(() => void child.kill('SIGKILL'))
  }

  /** Starts a session with a shell script in it, and waits until it says Ready. */
  async start(script: string, name = 'test'): Promise<void> {
    await this.call('initialize', { name })
    await this.launch(script)
  }

  async launch(script: string): Promise<void> {
    const readySelector = { type: 'exact', text: 'Ready' } as const
    await this.call('launch', { command: '/bin/sh', args: ['-c', script], readySelector, readyTimeoutMs: 10_000 })
  }
}
