/** Builds the page into packages/polytty/dist/web with Vite, unless what it is made from is what it was made from last time. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const root = join(import.meta.dirname, '..')
const out = join(root, 'packages', 'polytty', 'dist', 'web')
const stampFile = join(out, '.stamp')

const sources = ['web', 'packages/client/src']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name))
  .sort()
const hash = createHash('sha256')
for (const path of [...sources, import.meta.filename, join(root, 'package-lock.json')]) hash.update(readFileSync(path))
const stamp = hash.digest('hex')
if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) await build()

async function build() {
  const { build: viteBuild } = await import('vite')
  await viteBuild({
    root: join(root, 'web'),
    base: '/ui/',
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2022',
      // What is inlined would need holes in the page's content security policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // The client's way to Unix sockets, which the page never takes.
      rolldownOptions: { external: ['node:net', 'ws'] },
    },
  })
  writeFileSync(stampFile, stamp)
  const files = readdirSync(join(out, 'assets')).map((name) => readFileSync(join(out, 'assets', name)))
  const bytes = files.reduce((sum, file) => sum + gzipSync(file).length, 0)
  console.log(`built the page into packages/polytty/dist/web: ${Math.round(bytes / 1024)} KiB compressed`)
}
