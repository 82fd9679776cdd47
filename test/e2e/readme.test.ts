/** The README's examples, run as they stand there: only paths, the port and the sandbox differ. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const tried = readme.slice(readme.indexOf('## Try it'))
const blocks = (language: string): string[] =>
  [...tried.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map((match) => match[1]!)
const [serve, ...shellExamples] = blocks('sh')

let folder: string
let server: ReturnType<typeof spawn>
let port: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'polytty-readme-'))
  symlinkSync(join(root, 'bin'), join(folder, 'bin'))
  const command = serve!.trim().replace('/tmp/polytty.sock', join(folder, 'socket'))
  server = spawn('sh', ['-c', `exec ${command} --port 0`], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface(server.stdout!)) {
    port = /ws:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1] ?? ''
    if (port) break
  }
})
afterAll(async () => {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true })
})

function run(script: string): { status: number | null; output: string } {
  const env = { ...process.env, WRIGHTTY_SOCKET: `ws://127.0.0.1:${port}`, TMPDIR: folder }
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['-euo', 'pipefail', '-c', script.replaceAll(':9420', `:${port}`)],
    { cwd: folder, env, encoding: 'utf8' },
  )
  return { status, output: stdout + stderr }
}

const hasVim = spawnSync('which', ['vim']).status === 0
if (!hasVim) console.warn('the README examples with vim are left out: install vim')

test.each(shellExamples.filter((script) => hasVim || !script.includes('vim')))('shell example %#', (script) => {
  expect(run(script)).toMatchObject({ status: 0 })
})

test('the step file', () => {
  const [file] = blocks('yaml')
  writeFileSync(join(folder, 'greeting.yaml'), file!)
  expect(run(/^# greeting.yaml: (.*)$/m.exec(file!)![1]!)).toMatchObject({
    status: 0,
    output: expect.stringContaining('5 steps passed'),
  })
})

test.runIf(hasVim)('the library', () => {
  const [program] = blocks('ts')
  const file = join(root, 'test', `readme-example-${process.pid}.ts`)
  writeFileSync(file, program!)
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', join(root, 'node_modules/tsx/dist/esm/index.mjs'), file],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  )
  rmSync(file)
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('hello')
})
