/** The packages as users get them: packed, and installed into a project. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from './new-folder.js'

const root = join(import.meta.dirname, '../..')

/** Names as in packages/, in the order in which they depend on each other. */
export const packageNames = ['terminal', 'render', 'client', 'polytty', 'test'] as const

export type PackageName = (typeof packageNames)[number]

/** The tarball of each package. */
export function packPackages(): Readonly<Record<PackageName, string>> {
  const packed = join(newFolder(), 'packed')
  mkdirSync(packed)
  npm(root, 'pack', '--workspaces', '--pack-destination', packed)
  const files = readdirSync(packed)
  if (files.length !== packageNames.length) throw new Error(`${files.length} tarballs: ${files.join(', ')}`)
  const find = (name: PackageName): string => {
    const pattern = name === 'polytty' ? /^polytty-\d/ : new RegExp(`^polytty-${name}-`)
    return join(packed, files.find((file) => pattern.test(file)) ?? `no tarball of ${name}`)
  }
  return Object.fromEntries(packageNames.map((name) => [name, find(name)])) as Record<PackageName, string>
}

export function npm(cwd: string, ...args: readonly string[]): string {
  return execFileSync('npm', ['--no-audit', '--no-fund', '--loglevel=error', ...args], { cwd, encoding: 'utf8' })
}
