/**
 * The conversations and examples of all five protocols, with every program in a pane of a real tmux instead of on a PTY of
 * ours. Each passes, or is in `impossible` with the reason; docs/bridges.md has the table, which
 * `POLYTTY_WRITE=1 npx vitest run test/e2e/bridge/conformance` writes.
 */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, test } from 'vitest'
import { systemClock } from '../../../packages/polytty/src/base/clock.js'
import { silentLog } from '../../../packages/polytty/src/base/log.js'
import { Bridges } from '../../../packages/polytty/src/bridge/index.js'
import { protocols } from '../../../packages/polytty/src/protocols/index.js'
import type { Protocol } from '../../../packages/polytty/src/protocols/protocol.js'
import { type Launcher, SessionRegistry } from '../../../packages/polytty/src/session/index.js'
import { examplesOf } from '../../support/conformance/examples.js'
import { type Line, play, readTranscript } from '../../support/conformance/player.js'
import type { ConformanceSetup } from '../../support/conformance/setup.js'
import { needs } from '../../support/needs.js'
import { impossible } from './impossible.js'
import { startTmux } from './with-tmux.js'

const five = ['wrightty', 'termwright', 'ptywright', 'wsh', 'tuispec']

describe('in panes of tmux', needs('tmux'), async () => {
  const tmux = startTmux('cat', { cols: 80, rows: 24 })
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
  for (const protocol of protocols.filter(({ name }) => five.includes(name))) await declare(protocol)
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

async function declare(protocol: Protocol): Promise<void> {
  const folder = fileURLToPath(protocol.conformance)
  const { setup } = (await import(`${folder}setup.ts`)) as { setup: ConformanceSetup }
  const { dialect } = await protocol.declarations()
  const reasons = impossible[protocol.name] ?? {}
  describe(protocol.name, () => {
    afterAll(() => setup.stop?.())
    for (const name of readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) {
      const lines = readTranscript(`${folder}${name}`)
      const { skip, meta } = needs(...(lines[0]?.needs ?? []))
      test(name, { skip: skip || name in reasons, meta }, () => converse(setup, lines, lines[0]?.server, name))
    }
    for (const example of examplesOf(dialect))
      test(example.title, { skip: example.title in reasons }, () =>
        converse(setup, setup.example(example), undefined, example.id),
      )
  })
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
