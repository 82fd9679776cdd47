/**
 * `npm run python-wheel [-- x64|arm64 …]`: wheels for Python in python/dist, or the folder of --out, with the server, its fonts and the native parts for
 * one kind of Linux in each. Python itself only packs what is gathered here.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..')
const tags = { x64: 'manylinux_2_28_x86_64', arm64: 'manylinux_2_28_aarch64' }
const { values, positionals: wanted } = parseArgs({ options: { out: { type: 'string' } }, allowPositionals: true })
const out = values.out ?? join(root, 'python/dist')
const folder = mkdtempSync(join(tmpdir(), 'polytty-wheel-'))
const npm = (cwd, ...args) =>
  execFileSync('npm', ['--no-audit', '--no-fund', '--loglevel=error', ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  })

try {
  const packed = join(folder, 'packed')
  mkdirSync(packed)
  npm(root, 'pack', '--workspaces', '--ignore-scripts', '--pack-destination', packed)
  const tarballs = readdirSync(packed).map((file) => join(packed, file))
  for (const cpu of wanted.length > 0 ? wanted : [process.arch]) build(cpu, tarballs)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function build(cpu, tarballs) {
  const tag = tags[cpu]
  if (!tag) throw new Error(`${cpu} is none of ${Object.keys(tags).join(', ')}`)
  const wheel = join(folder, cpu)
  const server = join(wheel, 'polytty', '_server')
  mkdirSync(server, { recursive: true })
  writeFileSync(join(server, 'package.json'), '{ "private": true }\n')
  const platform = ['--os', 'linux', '--cpu', cpu, '--libc', 'glibc']
  npm(
    server,
    'install',
    '--prefer-offline',
    '--omit=peer',
    '--ignore-scripts',
    '--no-package-lock',
    ...platform,
    ...tarballs,
  )
  slim(server, cpu)
  cpSync(join(root, 'python/src/polytty'), join(wheel, 'polytty'), {
    recursive: true,
    filter: (path) => !path.includes('__pycache__'),
  })
  execFileSync('python3', [join(root, 'python/pack_wheel.py'), wheel, tag, out], { stdio: 'inherit' })
}

/** Leaves out what a server never reads: types, other systems' binaries, caches. */
function slim(server, cpu) {
  const modules = join(server, 'node_modules')
  rmSync(join(modules, '.package-lock.json'), { force: true })
  rmSync(join(modules, '.bin'), { recursive: true, force: true })
  const prebuilds = join(modules, 'node-pty/prebuilds')
  for (const name of readdirSync(prebuilds))
    if (name !== `linux-${cpu}`) rmSync(join(prebuilds, name), { recursive: true })
  for (const unused of ['deps', 'src', 'third_party', 'scripts', 'binding.gyp'])
    rmSync(join(modules, 'node-pty', unused), { recursive: true, force: true })
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && /\.(?:d\.[cm]?ts|map)$/.test(entry.name)) rmSync(join(entry.parentPath, entry.name))
}
