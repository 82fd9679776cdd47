/** The package itself: where it is, and its version. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Two folders up from here in src and in dist, and from the bundle too. */
export const packageFolder = fileURLToPath(new URL('../../', import.meta.url))

const manifest = JSON.parse(readFileSync(`${packageFolder}package.json`, 'utf8')) as { version: string }

export const { version } = manifest
