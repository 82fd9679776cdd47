/** Starts a host in a process of its own, which outlives this one. Resolves once its socket accepts. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CoreError } from '../../base/core-error.js'
import { packageFolder } from '../../base/package.js'

/** Not the bundled command: a host needs little of it. */
const hostProgram = join(packageFolder, 'dist/host/main.js')

export interface StartHostOptions {
  readonly socket: string
  readonly keepSeconds: number
  /** Where it reports what happens while there is no server. */
  readonly log: string
}

export async function startHost({ socket, keepSeconds, log }: StartHostOptions): Promise<void> {
  const command = [process.execPath, hostProgram, socket, String(keepSeconds), log]
  // Through a shell that ends at once: a host is no one's child, so no one has to wait for its end.
  const args = ['-c', '"$@" &', 'sh', ...ownScope(), ...command]
  // Of the environment it needs little: its programs are given theirs. Nothing of ours stays open in it.
  const { PATH, HOME, XDG_RUNTIME_DIR, DBUS_SESSION_BUS_ADDRESS, TMPDIR } = process.env
  // The last is for the C library: what large buffers took goes back to the system when they are free.
  const env = { PATH, HOME, XDG_RUNTIME_DIR, DBUS_SESSION_BUS_ADDRESS, TMPDIR, MALLOC_MMAP_THRESHOLD_: '262144' }
  const child = spawn('/bin/sh', args, { detached: true, cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-4096)
  })
  const line = await new Promise<string | null>((resolve) => {
    child.once('error', (error) => {
      errors = error.message
      resolve(null)
    })
    createInterface(child.stdout).once('line', resolve)
    // Closed by the host's end, as the shell has passed it on.
    child.once('close', () => resolve(null))
  })
  child.stdout.destroy()
  child.stderr.destroy()
  child.unref()
  if (line === null)
    throw new CoreError('spawn-failed', `could not start a host: ${errors.trim() || 'it ended at once'}`)
}

/** systemd ends all that a service has started; a scope of its own lets the host outlive the service's restart. */
function ownScope(): string[] {
  const isService = process.env.INVOCATION_ID !== undefined && existsSync('/run/systemd/system')
  if (!isService || !existsSync('/usr/bin/systemd-run')) return []
  const user = process.getuid?.() === 0 ? [] : ['--user']
  return ['/usr/bin/systemd-run', ...user, '--scope', '--collect', '--quiet']
}
