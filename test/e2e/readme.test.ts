/** The README's examples, run as they stand there: only paths, the port and the sandbox differ. */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needs } from '../support/needs.js'
import { newFolder } from '../support/new-folder.js'

const root = join(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const tried = readme.slice(readme.indexOf('## Try it'))
const blocks = (language: string): string[] =>
  [...tried.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map((match) => match[1]!)
const shellExamples = blocks('sh')
const [serve] = shellExamples.splice(1, 1)

let folder: string
let server: ReturnType<typeof spawn>
let port: string

beforeAll(async () => {
  folder = newFolder()
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

for (const [index, script] of shellExamples.entries()) {
  const programs = script.includes('vim') ? ['bash', 'vim'] : ['bash']
  test(`shell example ${index}`, needs(...programs), () => expect(run(script)).toMatchObject({ status: 0 }))
}

test('the step file', needs('bash'), () => {
  const [file] = blocks('yaml')
  writeFileSync(join(folder, 'greeting.yaml'), file!)
  expect(run(/^# greeting.yaml: (.*)$/m.exec(file!)![1]!)).toMatchObject({
    status: 0,
    output: expect.stringContaining('5 steps passed'),
  })
})

function runTypeScript(program: string): string {
  const file = join(root, 'test', `readme-example-${process.pid}.ts`)
  writeFileSync(file, program)
  const loader = join(root, 'node_modules/tsx/dist/esm/index.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', loader, file], {
    cwd: folder,
    encoding: 'utf8',
  })
  rmSync(file)
  expect([status, stderr]).toEqual([0, ''])
  return stdout
}

test('the library', needs('vim'), () => {
  expect(runTypeScript(blocks('ts')[0]!)).toContain('hello')
})

test('the client', () => {
  const output = runTypeScript(blocks('ts')[1]!.replace(':9420', `:${port}`))
  expect(output).toContain('hello')
})
