/** A plugin's manifest: what it is called, what it runs on, what it may do, and which program it is for. */
import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import { size } from '../params.js'

export const permissions = [
  'session.spawn',
  'session.kill',
  'session.resize',
  'screen.read',
  'transcript.read',
  'input.write',
  'matcher.wait',
] as const

export type Permission = (typeof permissions)[number]

const environment = z.record(z.string(), z.string())

const defaultTarget = z.object({
  program: z.string().min(1),
  args: z.array(z.string()).default([]),
  rows: size.optional(),
  cols: size.optional(),
  env: environment.optional().describe('What the caller of adapter.start may override.'),
  required_env: environment.optional().describe('What no one may override.'),
})

export const manifestSchema = z.object({
  name: z.string(),
  kind: z.enum(['adapter', 'macro', 'matcher']),
  version: z.string(),
  runtime: z.enum(['lua', 'wasm']).nullish(),
  entrypoint: z.string().nullish(),
  permissions: z.array(z.enum(permissions)).default([]),
  default_target: defaultTarget.nullish(),
})

export type PluginManifest = z.output<typeof manifestSchema>

/** What is wrong with a manifest of the right shape, or null. */
export function manifestProblem(manifest: PluginManifest): string | null {
  if (manifest.name.trim() === '') return 'plugin name must not be empty'
  if (manifest.version.trim() === '') return 'plugin version must not be empty'
  const hasEntrypoint = (manifest.entrypoint ?? '').trim() !== ''
  if (manifest.runtime && !hasEntrypoint) return 'plugin runtime requires an entrypoint'
  if (!manifest.runtime && manifest.entrypoint != null) return 'plugin entrypoint requires a runtime'
  const twice = manifest.permissions.find((permission, index) => manifest.permissions.indexOf(permission) !== index)
  return twice === undefined ? null : `duplicate plugin permission: ${twice}`
}

/** Refuses what the plugin did not declare. */
export function requirePermission(manifest: PluginManifest, method: string, permission: Permission): void {
  if (manifest.permissions.includes(permission)) return
  throw new CoreError('permission-denied', `plugin ${manifest.name} lacks the permission ${permission} for ${method}`, {
    method,
    required_permission: permission,
  })
}
