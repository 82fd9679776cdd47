import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import {
  type PtywrightServerOptions,
  startPtywright,
} from '../../../packages/polytty/src/protocols/ptywright/endpoint/stand-alone.js'
import { lineFraming } from '../../../packages/polytty/src/wire/line-framing.js'
import { newFolder } from '../../support/new-folder.js'
import { connectPtywright, type PtywrightClient } from './client.js'

export interface TestServer {
  readonly folder: string
  connect(): Promise<PtywrightClient>
  stop(): Promise<void>
}

export async function startTestServer(options: PtywrightServerOptions = {}): Promise<TestServer> {
  const folder = newFolder()
  const path = join(folder, 'socket')
  const server = await startPtywright({ kind: 'socket', path }, lineFraming, { checkResults: true, ...options })
  return {
    folder,
    connect: () => connectPtywright(path),
    stop: async () => {
      await server.stop()
    },
  }
}

/** A server for one test. */
export async function serve(options: PtywrightServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer(options)
  onTestFinished(() => server.stop())
  return server
}
