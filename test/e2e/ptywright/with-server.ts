/** A ptywright server in this process, on a socket of its own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type PtywrightServerOptions, startPtywright } from '../../../src/server/ptywright-server.js'
import { lineFraming } from '../../../src/wire/line-framing.js'
import { RpcClient } from './client.js'

export interface TestServer {
  readonly folder: string
  connect(): Promise<RpcClient>
  stop(): Promise<void>
}

export async function startTestServer(options: PtywrightServerOptions = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'polytty-ptywright-'))
  const path = join(folder, 'socket')
  const server = await startPtywright({ kind: 'socket', path }, lineFraming, { checkResults: true, ...options })
  return {
    folder,
    connect: () => RpcClient.connect(path),
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A server for one test. */
export async function serve(options: PtywrightServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer(options)
  onTestFinished(() => server.stop())
  return server
}
