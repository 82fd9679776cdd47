/**
 * The contract with node-pty's native part: `fork` and `resize`, and nothing of its JavaScript, which loses output at
 * exit and spins when a program does not read. The signature is private to that library, hence the exact version pin
 * and the contract test in test/e2e/pty.
 */
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { CoreError } from '../../base/core-error.js'

interface NativePty {
  fork(
    file: string,
    args: readonly string[],
    env: readonly string[],
    cwd: string,
    cols: number,
    rows: number,
    uid: number,
    gid: number,
    utf8: boolean,
    helperPath: string,
    onExit: (code: number, signal: number) => void,
  ): { readonly fd: number; readonly pid: number; readonly pty: string }
  resize(fd: number, cols: number, rows: number, pixelWidth: number, pixelHeight: number): void
}

interface Loaded {
  readonly native: NativePty
  /** The program that macOS needs to start children; unused elsewhere. */
  readonly helperPath: string
}

let loaded: Loaded | undefined

/** The native module, loaded at first use so that everything else works where it has no build. */
export function nativePty(): Loaded {
  loaded ??= load()
  return loaded
}

function load(): Loaded {
  const require = createRequire(import.meta.url)
  try {
    const utilsPath = require.resolve('node-pty/lib/utils')
    const { loadNativeModule } = require(utilsPath) as {
      loadNativeModule(name: string): { dir: string; module: NativePty }
    }
    const { dir, module } = loadNativeModule('pty')
    return { native: module, helperPath: resolve(utilsPath, '..', dir, 'spawn-helper') }
  } catch (error) {
    throw new CoreError(
      'not-supported',
      `no pseudo-terminal support for ${process.platform}-${process.arch}: ${error instanceof Error ? error.message : error}`,
      {},
      { cause: error },
    )
  }
}
