/** `polytty shims`: small commands under the originals' names, so that scripts written for them run unchanged. */
import { chmodSync, closeSync, lstatSync, openSync, readSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CoreError } from '../base/core-error.js'
import { makeFolder } from '../files/make-folder.js'
import type { Protocol } from '../protocols/protocol.js'
import { shellQuote } from '../text/shell-quote.js'

/** The second line of every shim: how we know our own. */
const MARK = '# A shim of polytty: made by `polytty shims`, and safe to remove.'

export function writeShims(folder: string, protocols: readonly Protocol[]): void {
  const shims = protocols.filter(({ shim }) => shim)
  const place = resolve(folder)
  try {
    makeFolder(place)
  } catch (error) {
    throw new CoreError('invalid-path', `cannot make ${place}: ${(error as NodeJS.ErrnoException).code}`)
  }
  const scripts = shims.flatMap(({ name, shim = [], otherShims = {} }) => [
    { path: join(place, name), words: [name, ...shim] },
    ...Object.entries(otherShims).map(([other, words]) => ({ path: join(place, other), words })),
  ])
  const paths = scripts.map(({ path }) => path)
  // All or none: a half-written folder would mix two programs.
  for (const path of paths) refuseForeign(path)
  for (const { path, words } of scripts) {
    writeFileSync(path, script(words))
    chmodSync(path, 0o755)
  }
  process.stdout.write(`${paths.join('\n')}\n`)
  const hint = `Put the folder first on your PATH:\n  export PATH=${shellQuote(place)}:"$PATH"\n`
  if (process.stdout.isTTY) process.stderr.write(hint)
}

function script(words: readonly string[]): string {
  const own = resolve(process.argv[1]!)
  const line = [shellQuote(process.execPath), shellQuote(own), '--shim', ...words]
  return `#!/bin/sh\n${MARK}\nexec ${line.join(' ')} "$@"\n`
}

function refuseForeign(path: string): void {
  const head = readHead(path)
  if (head === null || head.includes(MARK)) return
  throw new CoreError('invalid-path', `${path} is not a polytty shim, so it was left alone`, {
    hint: 'Choose another folder, or move that file away',
  })
}

/** The beginning of a file; null if there is none. */
function readHead(path: string): string | null {
  if (!lstatSync(path, { throwIfNoEntry: false })) return null
  try {
    const file = openSync(path, 'r')
    const head = Buffer.alloc(256)
    const length = readSync(file, head)
    closeSync(file)
    return head.toString('utf8', 0, length)
  } catch {
    // A folder, a dangling link, something unreadable: not ours in any case.
    return ''
  }
}
