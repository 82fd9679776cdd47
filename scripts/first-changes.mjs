/**
 * A new contributor's walk: carries out the recipes of ARCHITECTURE.md ("To add …") for a method, an event, a mode and a
 * picture format on a copy of this repository, runs the tests that guard each, and counts the files that were touched
 * by hand and those that `npm run gen` wrote. Fails where a recipe is no longer enough.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const copy = mkdtempSync(join(tmpdir(), 'polytty-first-changes-'))
const wrightty = 'packages/polytty/src/protocols/wrightty'

/** What is written by hand: new files whole, others by what is put before a place in them. */
const changes = [
  {
    name: 'a method',
    edits: [
      before(
        `${wrightty}/methods/polytty.ts`,
        'export const polyttyMethods = [',
        `const countSessions = method({
  name: 'Polytty.countSessions',
  summary: 'How many sessions there are.',
  params: z.object({}),
  result: z.object({ count: int }),
  deviation: 'An addition.',
  examples: [{ params: {}, result: { count: '$any' } }],
  handler: ({ core }) => ({ count: core.sessions.list().length }),
})

`,
        (text) => text.replace('export const polyttyMethods = [', 'export const polyttyMethods = [countSessions, '),
      ),
    ],
    test: [`${wrightty}/conformance`, '-t', 'Polytty.countSessions|every method'],
    shows: ['docs/reference/wrightty.md', '### Polytty.countSessions'],
  },
  {
    name: 'an event',
    edits: [
      before(
        `${wrightty}/events.ts`,
        "  { name: 'Terminal.bell',",
        "  { name: 'Terminal.reset', summary: 'The terminal was reset (RIS).', params: nothing },\n",
        (text) =>
          text.replace(
            "    case 'bell':\n",
            "    case 'reset':\n      return happened('Terminal.reset', {})\n    case 'bell':\n",
          ),
      ),
      file(`${wrightty}/conformance/terminal-reset.jsonl`, [
        { about: 'a full reset is an event', source: 'an addition' },
        request(1, 'Session.create', { shell: '/bin/sh', args: ['-c', "read go; printf '\\033c'; cat"] }),
        answer(1, { sessionId: '$s' }),
        request(2, 'Events.subscribe', { sessionId: '$s', events: ['Terminal.reset'] }),
        answer(2, { subscriptionId: '$any', subscribedEvents: ['Terminal.reset'] }),
        request(3, 'Input.sendText', { sessionId: '$s', text: '\n' }),
        answer(3, {}),
        { 'expect-event': { method: 'Events.event', params: { event: 'Terminal.reset', data: {} } } },
      ]),
    ],
    test: [`${wrightty}/conformance`, '-t', 'terminal-reset|every method'],
    shows: ['docs/reference/wrightty.md', 'Terminal.reset'],
  },
  {
    name: 'a mode',
    edits: [
      before(
        'packages/terminal/src/modes.ts',
        "  row(8452, '?',",
        "  row(7777, '?', 'firstChange', false, 'Remembered', { softReset: false }),\n",
      ),
    ],
    test: ['packages/terminal/src/sequences/reports.test.ts'],
    shows: ['docs/reference/terminal.md', 'firstChange'],
  },
  {
    name: 'a picture format',
    edits: [
      file(
        'packages/render/src/markdown.ts',
        `/** A snapshot as a block of code in Markdown. */
import type { Snapshot } from '@polytty/terminal'
import { renderText } from './text.js'

export function renderMarkdown(snapshot: Snapshot): string {
  return \`~~~\\n\${renderText(snapshot).trimEnd()}\\n~~~\`
}
`,
      ),
      file(
        'packages/render/src/markdown.test.ts',
        `import { Terminal } from '@polytty/terminal'
import { expect, test } from 'vitest'
import { pictureFormatOf, pictureFormats } from './formats.js'

test('a screen is a block of code', () => {
  const terminal = new Terminal({ cols: 5, rows: 2 })
  terminal.write('hello')
  const format = pictureFormatOf('screen.md')!
  expect(pictureFormats[format].draw(terminal.snapshot(), {}).data).toBe('~~~\\nhello\\n~~~')
})
`,
      ),
      before(
        'packages/render/src/formats.ts',
        "  text: { ending: '.txt'",
        "  markdown: { ending: '.md', binary: false, draw: (snapshot) => ({ data: renderMarkdown(snapshot) }) },\n",
        (text) =>
          text.replace(
            'import type { RenderOptions }',
            "import { renderMarkdown } from './markdown.js'\nimport type { RenderOptions }",
          ),
      ),
    ],
    test: ['packages/render/src/markdown.test.ts'],
    shows: ['docs/reference/wrightty.md', 'markdown'],
  },
]

try {
  copyRepository()
  const rows = changes.map(carryOut)
  run('the checks', 'node', ['scripts/check.mjs'])
  process.stdout.write(`${['change            by hand  generated', ...rows].join('\n')}\n`)
} finally {
  rmSync(copy, { recursive: true, force: true })
}

function carryOut({ name, edits, test, shows: [page, words] }) {
  for (const { path, write } of edits) write(join(copy, path))
  run(`generating with ${name}`, 'npm', ['run', '--silent', 'gen'])
  run(`building with ${name}`, 'npx', ['tsc', '-b'])
  run(`formatting ${name}`, 'npx', ['biome', 'check', '--error-on-warnings', '.'])
  run(`testing ${name}`, 'npx', ['vitest', 'run', ...test])
  if (!readFileSync(join(copy, page), 'utf8').includes(words)) throw new Error(`${page} does not show ${words}`)
  const hand = new Set(edits.map(({ path }) => path))
  const touched = git('status', '--porcelain', '-uall').map((line) => line.slice(3))
  const generated = touched.filter((path) => !hand.has(path))
  git('add', '-A')
  git('commit', '-qm', name)
  process.stderr.write(`${name}: ${[...hand].join(', ')}; generated: ${generated.join(', ')}\n`)
  return `${name.padEnd(16)}  ${String(hand.size).padStart(7)}  ${String(generated.length).padStart(9)}`
}

/** The files of this working tree, and packages that lead to the copy's own. */
function copyRepository() {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const path of listed.split('\n').filter(Boolean)) cpSync(join(root, path), join(copy, path))
  const modules = join(root, 'node_modules')
  mkdirSync(join(copy, 'node_modules', '@polytty'), { recursive: true })
  for (const name of readdirSync(modules))
    if (name !== '@polytty' && name !== 'polytty') symlinkSync(join(modules, name), join(copy, 'node_modules', name))
  for (const name of readdirSync(join(modules, '@polytty')))
    symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules', '@polytty', name))
  symlinkSync(join(copy, 'packages', 'polytty'), join(copy, 'node_modules', 'polytty'))
  git('init', '-q')
  git('config', 'user.name', 'first changes')
  git('config', 'user.email', 'first.changes@example.org')
  git('add', '-A')
  git('commit', '-qm', 'as it is')
}

function git(...args) {
  return execFileSync('git', args, { cwd: copy, encoding: 'utf8' }).split('\n').filter(Boolean)
}

function run(doing, command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${doing} failed: ${command} ${args.join(' ')}\n${stdout}${stderr}`)
}

/** Puts `text` before the one place where `place` stands, and then changes the rest where that is needed. */
function before(path, place, text, more = (whole) => whole) {
  const write = (target) => {
    const whole = readFileSync(target, 'utf8')
    if (whole.split(place).length !== 2) throw new Error(`${path} has not one place with ${place}`)
    writeFileSync(target, more(whole.replace(place, () => text + place)))
  }
  return { path, write }
}

/** A new file: text, or values as lines of JSON. */
function file(path, content) {
  const text = typeof content === 'string' ? content : `${content.map((line) => JSON.stringify(line)).join('\n')}\n`
  const write = (target) => {
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
  return { path, write }
}

function request(id, method, params) {
  return { send: { jsonrpc: '2.0', id, method, params } }
}

function answer(id, result) {
  return { expect: { jsonrpc: '2.0', id, result } }
}
