/** Making folders, step by step: Node's own recursive way never returns where the system has no place for one (/proc). */
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Makes the folder and those above it that are missing; fails as `mkdir` does. */
export function makeFolder(path: string, mode = 0o777): void {
  const missing: string[] = []
  for (let at = resolve(path); !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at)
  for (const folder of missing) makeOne(folder, mode)
  if (missing.length === 0 && !statSync(path).isDirectory()) mkdirSync(path)
}

/** Someone else may have made it at the same time. */
function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, mode)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(folder).isDirectory()) throw error
  }
}
