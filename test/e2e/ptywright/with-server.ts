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
}

export async function serve(options: PtywrightServerOptions = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'polytty-ptywright-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'socket')
  const server = await startPtywright({ kind: 'socket', path }, lineFraming, { checkResults: true, ...options })
  onTestFinished(() => server.stop())
  return { folder, connect: () => RpcClient.connect(path) }
}
