/** Every layer rule, broken on purpose, fails with the sentence that a person who breaks it should read. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { newFolder } from './support/new-folder.js'

interface Rule {
  readonly name: string
  readonly comment: string
}

const root = join(import.meta.dirname, '..')
const config = join(root, '.dependency-cruiser.cjs')
const { forbidden } = createRequire(import.meta.url)(config) as { forbidden: readonly Rule[] }

/** A file of the server's package that breaks each rule, and what it imports. */
const offenders: Readonly<Record<string, readonly [file: string, imports: string]>> = {
  'no-cycles': ['base/one.ts', './two.js'],
  'layer-system': ['system/bad.ts', '../base/good.js'],
  'layer-ready': ['ready/bad.ts', '../text/good.js'],
  'kernel-facts-alone': ['ready/kernel/bad.ts', '../../base/good.js'],
  'layer-base': ['base/bad.ts', '../text/good.js'],
  'layer-files': ['files/bad.ts', '../session/good.js'],
  'layer-text': ['text/bad.ts', '../session/good.js'],
  'layer-redaction': ['redaction/bad.ts', '../session/good.js'],
  'layer-input': ['input/bad.ts', '../session/good.js'],
  'layer-wire': ['wire/bad.ts', '../transport/good.js'],
  'layer-wait': ['wait/bad.ts', '../session/good.js'],
  'layer-outline': ['outline/bad.ts', '../session/good.js'],
  'layer-compare': ['compare/bad.ts', '../session/good.js'],
  'layer-lean': ['lean/bad.ts', '../session/good.js'],
  'layer-bridge': ['bridge/bad.ts', '../protocols/good.js'],
  'layer-agent': ['agent/bad.ts', '../protocols/good.js'],
  'layer-record': ['record/bad.ts', '../session/good.js'],
  'layer-session': ['session/bad.ts', '../protocols/good.js'],
  'layer-transport': ['transport/bad.ts', '../protocols/good.js'],
  'layer-compose': ['compose/bad.ts', '../protocols/good.js'],
  'layer-protocols': ['protocols/bad.ts', '../server/good.js'],
  'layer-host': ['host/bad.ts', '../protocols/good.js'],
  'layer-fleet': ['fleet/bad.ts', '../protocols/good.js'],
  'nats-in-fleet': ['server/nats.ts', '@nats-io/kv'],
  'layer-server': ['server/bad.ts', '../cli/good.js'],
  'layer-config': ['config/bad.ts', '../session/good.js'],
  'layer-cli-kit': ['cli-kit/bad.ts', '../cli/good.js'],
  'layer-cli': ['cli/bad.ts', '../web/good.js'],
  'transports-in-endpoints': ['protocols/wsh/worse.ts', '../../transport/good.js'],
  'commands-in-cli': ['protocols/wsh/worst.ts', '../../cli-kit/good.js'],
  'command-library-in-cli': ['session/command.ts', 'commander'],
  'every-layer-has-a-place': ['utils/bad.ts', '../base/good.js'],
  'every-package-has-a-place': ['../../unknown/src/bad.ts', './good.js'],
  'package-terminal': ['../../terminal/src/bad.ts', '../../render/src/good.js'],
  'package-render': ['../../render/src/bad.ts', '../../polytty/src/base/good.js'],
  'package-client': ['../../client/src/bad.ts', '../../polytty/src/base/good.js'],
  'package-polytty': ['session/outside.ts', '../../../unknown/src/good.js'],
  'package-test': ['../../test/src/bad.ts', '../../client/src/good.js'],
  'kit-through-entries': ['../../test/src/worse.ts', '../../polytty/src/session/good.js'],
  'pty-behind-its-port': ['session/worse.ts', 'node-pty'],
  'lua-behind-its-worker': ['server/worse.ts', 'wasmoon'],
  'engine-without-node': ['../../terminal/src/worse.ts', 'node:fs'],
}

/** A protocol that knows another. */
function offenderOf(rule: string): readonly [file: string, imports: string] | undefined {
  const protocol = /^protocol-(\w+)-alone$/.exec(rule)?.[1]
  return protocol ? [`protocols/${protocol}/bad.ts`, '../other/good.js'] : offenders[rule]
}

let folder: string
let broken: readonly { from: string; rule: { name: string } }[]

beforeAll(() => {
  folder = newFolder()
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  write('base/two.ts', "import { value } from './one.js'\nexport const two = value\n")
  for (const { name } of forbidden) {
    const [file, imports] = offenderOf(name) ?? []
    if (!file || !imports) continue
    write(file, `import * as value from '${imports}'\nexport { value }\n`)
    if (/^\.\.?\/.*good\.js$/.test(imports))
      write(join(dirname(file), imports.replace('.js', '.ts')), 'export const good = 1\n')
  }
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/depcruise'),
    ['--config', config, '--output-type', 'json', 'packages'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 },
  )
  broken = (JSON.parse(stdout) as { summary: { violations: typeof broken } }).summary.violations
})

const source = 'packages/polytty/src'

function write(file: string, text: string): void {
  const path = join(folder, source, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

test.each(forbidden)('$name', ({ name, comment }) => {
  const [file] = offenderOf(name) ?? []
  expect(file, 'each rule has an offender here').toBeDefined()
  expect(comment).toMatch(/\.$/)
  expect(broken.map((violation) => `${violation.rule.name} ${violation.from}`)).toContain(
    `${name} ${join(source, file!)}`,
  )
})
