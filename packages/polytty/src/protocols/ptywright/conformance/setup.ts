/** Conversations over a real socket, with the plugins of this folder. */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openUnixSocket } from '@polytty/client'
import { type Line, substitute } from '../../../../../../test/support/conformance/player.js'
import type { ConformanceSetup } from '../../../../../../test/support/conformance/setup.js'
import { newFolder } from '../../../../../../test/support/new-folder.js'
import { strict } from '../../../../../../test/support/strict.js'
import { lineFraming } from '../../../wire/line-framing.js'
import { type PtywrightServerOptions, startPtywright } from '../endpoint/stand-alone.js'

/** Only for examples that need one: it takes a while. */
const startingAdapter: Line[] = [
  { send: { jsonrpc: '2.0', id: 2, method: 'adapter.start', params: { plugin: 'shell' } } },
  { expect: { id: 2, result: { adapter: '$adapter' } } },
]

export const setup: ConformanceSetup = {
  async start(given, name) {
    const folder = newFolder()
    const bindings = copyPlugins(folder)
    const options = substitute(given ?? {}, bindings) as PtywrightServerOptions
    const path = join(folder, `${name}.sock`)
    const server = await startPtywright({ kind: 'socket', path }, lineFraming, { ...strict(), ...options })
    return { url: '', connect: () => openUnixSocket(path), bindings, stop: () => server.stop() }
  },
  example: ({ method, params, expected }) => [
    { send: { jsonrpc: '2.0', id: 1, method: 'session.create', params: { program: '/bin/cat' } } },
    { expect: { id: 1, result: { session: '$session' } } },
    ...(JSON.stringify(params)?.includes('$adapter') ? startingAdapter : []),
    { send: { jsonrpc: '2.0', id: 3, method, params } },
    { expect: { jsonrpc: '2.0', id: 3, ...expected } },
  ],
}

/** Names in transcripts: a folder to write to, and the manifest of each plugin for tests. */
function copyPlugins(folder: string): Map<string, unknown> {
  const plugins = join(folder, 'plugins')
  cpSync(join(import.meta.dirname, 'plugins'), plugins, { recursive: true })
  // Links do not survive every way of copying a repository, so this one is made here.
  mkdirSync(join(plugins, 'linked'))
  symlinkSync('/etc/passwd', join(plugins, 'linked', 'main.lua'))
  const manifest = readFileSync(join(plugins, 'echo', 'manifest.toml'), 'utf8')
  writeFileSync(join(plugins, 'linked', 'manifest.toml'), manifest.replace('"echo"', '"linked"'))
  const manifests = readdirSync(plugins).map((name) => [`$${name}`, join(plugins, name, 'manifest.toml')] as const)
  return new Map<string, unknown>([['$folder', folder], ...manifests])
}
