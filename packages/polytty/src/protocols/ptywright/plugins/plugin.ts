/** Plugins on disk: a manifest in TOML and the Lua beside it. An entrypoint never leaves the manifest's folder. */
import { realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { parse } from 'smol-toml'
import { CoreError } from '../../../base/core-error.js'
import { readRegularSync } from '../../../files/regular-file.js'
import { manifestProblem, manifestSchema, type PluginManifest } from './manifest.js'

export interface Plugin {
  readonly manifest: PluginManifest
  readonly source: string
  readonly builtIn: boolean
}

const MAX_MANIFEST_BYTES = 64 * 1024
const MAX_SOURCE_BYTES = 1024 * 1024

/** Reads a plugin; errors name the path. */
export function readPlugin(manifestPath: string, builtIn = false): Plugin {
  const path = resolve(manifestPath)
  const manifest = readManifest(path)
  if (manifest.runtime === 'wasm') throw refuse(path, 'the wasm runtime is not available: use lua')
  if (!manifest.runtime) throw refuse(path, 'there is nothing to run: give it a runtime and an entrypoint')
  return { manifest, source: readBounded(findEntrypoint(path, manifest.entrypoint!), MAX_SOURCE_BYTES), builtIn }
}

function readManifest(path: string): PluginManifest {
  const text = readBounded(path, MAX_MANIFEST_BYTES)
  const checked = manifestSchema.safeParse(parseToml(path, text))
  if (!checked.success) {
    const [issue] = checked.error.issues
    throw refuse(path, `${issue!.path.map(String).join('.')}: ${issue!.message}`)
  }
  const problem = manifestProblem(checked.data)
  if (problem !== null) throw new CoreError('conflict', problem)
  return checked.data
}

function parseToml(path: string, text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    throw refuse(path, error instanceof Error ? error.message.split('\n')[0]! : String(error))
  }
}

/** The file that an entrypoint means, once every link in it has been followed. */
function findEntrypoint(manifestPath: string, entrypoint: string): string {
  if (isAbsolute(entrypoint) || /^[a-z]:|^\\/i.test(entrypoint))
    throw refuse(manifestPath, `the entrypoint must be relative to the manifest, not ${entrypoint}`)
  if (entrypoint.split(/[/\\]/).includes('..')) throw refuse(manifestPath, `the entrypoint must not contain ..`)
  const folder = dirname(manifestPath)
  try {
    const [root, target] = [realpathSync(folder), realpathSync(join(folder, entrypoint))]
    if (target.startsWith(root + sep)) return target
  } catch (error) {
    throw refuse(manifestPath, `cannot read ${entrypoint}: ${(error as NodeJS.ErrnoException).code}`)
  }
  throw refuse(manifestPath, `the entrypoint ${entrypoint} leads out of the manifest's folder`)
}

function readBounded(path: string, most: number): string {
  try {
    return readRegularSync(path, most).toString('utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw refuse(path, code ?? message)
  }
}

function refuse(path: string, reason: string): CoreError {
  return new CoreError('invalid-path', `cannot load the plugin ${path}: ${reason}`)
}
