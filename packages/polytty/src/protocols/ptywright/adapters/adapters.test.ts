import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../../../../../../test/support/new-folder.js'
import { createDiagnostics } from '../../../base/diagnostics.js'
import { createCore } from '../../create-core.js'
import { PtywrightServer } from '../context.js'
import type { Plugin } from '../plugins/plugin.js'

function writePlugin(source: string): string {
  const folder = newFolder()
  const manifest = { name: 'own', kind: 'adapter', version: '1.0.0', runtime: 'lua', entrypoint: 'main.lua' }
  const lines = Object.entries(manifest).map(([key, value]) => `${key} = "${value}"\n`)
  writeFileSync(join(folder, 'main.lua'), source)
  writeFileSync(join(folder, 'manifest.toml'), `${lines.join('')}permissions = ["session.spawn"]\n`)
  return join(folder, 'manifest.toml')
}

async function open(source: string): Promise<{ server: PtywrightServer; plugin: Plugin }> {
  const server = new PtywrightServer(createCore({ maxSessions: 1, diagnostics: createDiagnostics() }))
  onTestFinished(async () => {
    await server.core.sessions.dispose()
    server.dispose()
  })
  return { server, plugin: await server.plugins.load(writePlugin(source)) }
}

test('the program starts once its plugin is there, and does not run ahead of the answer', async () => {
  const { server, plugin } = await open('print("loaded") return {}')
  const order: string[] = []
  server.plugins.onPrint.on(() => void order.push('plugin'))
  server.core.sessions.onCreated.on(() => void order.push('program'))
  await server.adapters.start(plugin, { program: '/bin/cat' })
  expect(order).toEqual(['plugin', 'program'])
})

test('where no program can be started, no thread is left for it', async () => {
  const { server, plugin } = await open('return {}')
  await server.adapters.start(plugin, { program: '/bin/cat' })
  const ended = once(process, 'worker').then(([worker]) => once(worker, 'exit'))
  await expect(server.adapters.start(plugin, { program: '/bin/cat' })).rejects.toMatchObject({ code: 'session-limit' })
  await ended
})
