/** Published tool sets to compare with, in a folder of their own: `npm run agents -- --install`. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../..', '.peers')

export const terminalcpPath = join(folder, 'node_modules/@mariozechner/terminalcp/dist/index.js')

const python = join(folder, 'python')
export const tmuxMcpPath = join(python, 'bin/tmux-mcp')

export function installPeers(): void {
  mkdirSync(folder, { recursive: true })
  const manifest = {
    private: true,
    dependencies: { '@mariozechner/terminalcp': '1.3.3' },
    // With a build for this system, so that no compiler is needed.
    overrides: { 'node-pty': '1.2.0-beta.15' },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const { status } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('the peers could not be installed')
  installPythonPeers()
}

/** Where there is no Python, what needs it is left out of the comparison. */
function installPythonPeers(): void {
  if (spawnSync('python3', ['-m', 'venv', python], { stdio: 'inherit' }).status !== 0) return
  // It was written for the first major version of its library.
  const packages = ['tmux-mcp==0.3.3', 'mcp<2']
  spawnSync(join(python, 'bin/pip'), ['install', '--quiet', ...packages], { stdio: 'inherit' })
}
