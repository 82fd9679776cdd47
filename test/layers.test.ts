/** Every layer rule, broken on purpose, fails with the sentence that a person who breaks it should read. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

interface Rule {
  readonly name: string
  readonly comment: string
}

const root = join(import.meta.dirname, '..')
const config = join(root, '.dependency-cruiser.cjs')
const { forbidden } = createRequire(import.meta.url)(config) as { forbidden: readonly Rule[] }

/** A file that breaks each rule, and what it imports. */
const offenders: Readonly<Record<string, readonly [file: string, imports: string]>> = {
  'no-cycles': ['base/one.ts', './two.js'],
  'layer-base': ['base/bad.ts', '../terminal/good.js'],
  'layer-files': ['files/bad.ts', '../session/good.js'],
  'layer-text': ['text/bad.ts', '../session/good.js'],
  'layer-terminal': ['terminal/bad.ts', '../session/good.js'],
  'layer-input': ['input/bad.ts', '../session/good.js'],
  'layer-wire': ['wire/bad.ts', '../transport/good.js'],
  'layer-wait': ['wait/bad.ts', '../session/good.js'],
  'layer-render': ['render/bad.ts', '../session/good.js'],
  'layer-record': ['record/bad.ts', '../session/good.js'],
  'layer-session': ['session/bad.ts', '../dialects/good.js'],
  'layer-transport': ['transport/bad.ts', '../dialects/good.js'],
  'layer-dialects': ['dialects/bad.ts', '../transport/good.js'],
  'layer-server': ['server/bad.ts', '../cli/good.js'],
  'layer-sdk': ['sdk/bad.ts', '../session/good.js'],
  'layer-cli': ['cli/bad.ts', '../web/good.js'],
  'dialect-wrightty-alone': ['dialects/wrightty/bad.ts', '../wsh/good.js'],
  'dialect-termwright-alone': ['dialects/termwright/bad.ts', '../wsh/good.js'],
  'dialect-ptywright-alone': ['dialects/ptywright/bad.ts', '../wsh/good.js'],
  'dialect-wsh-alone': ['dialects/wsh/bad.ts', '../tuispec/good.js'],
  'dialect-tuispec-alone': ['dialects/tuispec/bad.ts', '../wsh/good.js'],
  'every-layer-has-a-place': ['utils/bad.ts', '../base/good.js'],
  'pty-behind-its-port': ['session/worse.ts', 'node-pty'],
  'lua-behind-its-worker': ['server/worse.ts', 'wasmoon'],
  'engine-without-node': ['terminal/worse.ts', 'node:fs'],
}

let folder: string
let broken: readonly { from: string; rule: { name: string } }[]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polytty-layers-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  write('base/two.ts', "import { value } from './one.js'\nexport const two = value\n")
  for (const [file, imports] of Object.values(offenders)) {
    write(file, `import * as value from '${imports}'\nexport { value }\n`)
    if (imports.startsWith('../')) write(join(dirname(file), imports.replace('.js', '.ts')), 'export const good = 1\n')
  }
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/depcruise'),
    ['--config', config, '--output-type', 'json', 'src'],
    {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1e8,
    },
  )
  broken = (JSON.parse(stdout) as { summary: { violations: typeof broken } }).summary.violations
})
afterAll(() => rmSync(folder, { recursive: true }))

function write(file: string, text: string): void {
  const path = join(folder, 'src', file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

test.each(forbidden)('$name', ({ name, comment }) => {
  const [file] = offenders[name] ?? []
  expect(file, 'each rule has an offender here').toBeDefined()
  expect(comment).toMatch(/\.$/)
  expect(broken.map((violation) => `${violation.rule.name} ${violation.from}`)).toContain(`${name} src/${file}`)
})
