/** The file that called into this package, for runners that do not say which one a test is in. */
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const own = dirname(import.meta.dirname)

/** The first file on the stack that is not of this package; null where none is. */
export function callerFile(): string | null {
  const lines = new Error().stack?.split('\n').slice(1) ?? []
  for (const line of lines) {
    const [, url, path] = /(?:\(|at (?:async )?)(?:(file:\/\/\S+?)|(\/\S+?)):\d+:\d+\)?$/.exec(line) ?? []
    const file = url ? fileURLToPath(url) : path
    if (file && !file.startsWith(own)) return file
  }
  return null
}
