/**
 * The conversations and examples of all five protocols, with every program in a pane of a real tmux instead of on a PTY of
 * ours. Each passes, or is in `impossible` with the reason. All of them take some minutes, so here it is every eighth;
 * `npm run bridge-conformance` plays all, and writes the table in docs/bridges.md.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../packages/polytty/src/base/clock.js'
import { silentLog } from '../../../packages/polytty/src/base/log.js'
import { Bridges } from '../../../packages/polytty/src/bridge/index.js'
import { protocols } from '../../../packages/polytty/src/protocols/index.js'
import type { Protocol } from '../../../packages/polytty/src/protocols/protocol.js'
import { type Launcher, SessionRegistry } from '../../../packages/polytty/src/session/index.js'
import { examplesOf } from '../../support/conformance/examples.js'
import { type Line, play, readTranscript } from '../../support/conformance/player.js'
import type { ConformanceSetup } from '../../support/conformance/setup.js'
import { needs, needsThat } from '../../support/needs.js'
import { impossible } from './impossible.js'
import { startTmux } from './with-tmux.js'

const EVERY = process.env.POLYTTY_ALL ? 1 : 8
const docs = join(import.meta.dirname, '../../../docs/bridges.md')
const five = ['wrightty', 'termwright', 'ptywright', 'wsh', 'tuispec']

describe('in panes of tmux', needs('tmux'), async () => {
  let tmux: ReturnType<typeof startTmux>
  beforeAll(() => {
    tmux = startTmux('cat', { cols: 80, rows: 24 })
  })
  const opened: Bridges[] = []
  startInPanes((registry) => {
    const bridges = new Bridges({ registry, clock: systemClock, log: silentLog })
    opened.push(bridges)
    return bridges.launcher({ kind: 'tmux', where: tmux.socket })
  })
  afterAll(async () => {
    await Promise.all(opened.map((bridges) => bridges.stop()))
    tmux.end()
  })
  const rows: string[] = []
  for (const protocol of protocols.filter(({ name }) => five.includes(name))) rows.push(await declare(protocol))

  test('the table in the docs is theirs', () => {
    const table = ['| protocol | conversations | should pass | impossible |', '|---|---|---|---|', ...rows].join('\n')
    const text = readFileSync(docs, 'utf8')
    const [before = '', rest = ''] = text.split('<!-- conformance -->\n')
    const [, after = ''] = rest.split('<!-- end -->')
    const wanted = `${before}<!-- conformance -->\n${table}\n<!-- end -->${after}`
    if (process.env.POLYTTY_ALL) writeFileSync(docs, wanted)
    else expect(text).toBe(wanted)
  })
})

/** Every registry of this file starts its programs so. */
function startInPanes(launcherOf: (registry: SessionRegistry) => Launcher): void {
  const prototype = SessionRegistry.prototype as unknown as {
    start(this: { launcher: Launcher | null }, wanted: unknown): unknown
  }
  const { start } = prototype
  prototype.start = function (wanted) {
    this.launcher ??= launcherOf(this as unknown as SessionRegistry)
    return start.call(this, wanted)
  }
}

/** Its row of the table. */
async function declare(protocol: Protocol): Promise<string> {
  const folder = fileURLToPath(protocol.conformance)
  const { setup } = (await import(`${folder}setup.ts`)) as { setup: ConformanceSetup }
  const { dialect } = await protocol.declarations()
  const reasons = impossible[protocol.name] ?? {}
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  const examples = examplesOf(dialect)
  const known = [...names, ...examples.map(({ title }) => title)]
  describe(protocol.name, () => {
    afterAll(() => setup.stop?.())
    test('what is impossible is something that there is', () => {
      expect(Object.keys(reasons).filter((name) => !known.includes(name))).toEqual([])
    })
    for (const name of names.filter((_, index) => index % EVERY === 0)) {
      const lines = readTranscript(`${folder}${name}`)
      const { skip, meta } = needs(...(lines[0]?.needs ?? []))
      test(name, skip ? { skip, meta } : possible(reasons[name]), () => converse(setup, lines, lines[0]?.server, name))
    }
    for (const example of examples.filter((_, index) => index % EVERY === 0))
      test(example.title, possible(reasons[example.title]), () =>
        converse(setup, setup.example(example), undefined, example.id),
      )
  })
  const why = Object.entries(reasons).map(([name, reason]) => `\`${name}\`: ${reason}`)
  return `| ${protocol.name} | ${known.length} | ${known.length - why.length} | ${why.join('; ') || 'none'} |`
}

function possible(reasonAgainst: string | undefined) {
  return needsThat(reasonAgainst === undefined, `not possible in a pane of tmux: ${reasonAgainst}`)
}

async function converse(
  setup: ConformanceSetup,
  lines: readonly Line[],
  options: Line['server'],
  name: string,
): Promise<void> {
  const server = await setup.start(options, name)
  await play(lines, (client) => server.connect(client), new Map(server.bindings)).finally(() => server.stop())
}
