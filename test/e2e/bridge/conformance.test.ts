/**
 * The conversations and examples of all five protocols, with every program in a pane of a real tmux instead of on a PTY of
 * ours. Each passes, or is in `impossible` with the reason. All of them take some minutes, so here it is every eighth, from
 * the one that POLYTTY_SEED says; `npm run bridge-conformance` plays all, also those that are impossible, which must fail,
 * and writes what came of it into docs/bridges.md.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../packages/polytty/src/base/clock.js'
import { silentLog } from '../../../packages/polytty/src/base/log.js'
import { Bridges } from '../../../packages/polytty/src/bridge/index.js'
import { protocols } from '../../../packages/polytty/src/protocols/index.js'
import type { Protocol } from '../../../packages/polytty/src/protocols/protocol.js'
import { type Launcher, SessionRegistry } from '../../../packages/polytty/src/session/index.js'
import { conversationsOf } from '../../support/conformance/conversations.js'
import { needs, needsThat } from '../../support/needs.js'
import { impossible } from './impossible.js'
import { type Tally, withTallies } from './tally.js'
import { startTmux } from './with-tmux.js'

const isWhole = process.env.POLYTTY_ALL !== undefined
const EVERY = isWhole ? 1 : 8
const FIRST = Number(process.env.POLYTTY_SEED ?? 0) % EVERY
const docs = join(import.meta.dirname, '../../../docs/bridges.md')
const five = ['wrightty', 'ptywright', 'termwright', 'wsh', 'tuispec']

describe('in panes of tmux', needs('tmux'), async () => {
  let tmux: ReturnType<typeof startTmux>
  beforeAll(() => {
    tmux = startTmux('cat', { cols: 80, rows: 24 })
  })
  startInPanes((registry) => {
    const bridges = new Bridges({ registry, clock: systemClock, log: silentLog })
    return { bridges, launcher: bridges.launcher({ kind: 'tmux', where: tmux.socket }) }
  })
  afterAll(() => tmux.end())
  const tallies: Tally[] = []
  for (const name of five) tallies.push(await declare(protocols.find((one) => one.name === name)!))

  test('the table in the docs is theirs, and says that each passed or is impossible', () => {
    if (isWhole) writeFileSync(docs, withTallies(readFileSync(docs, 'utf8'), tallies))
    const wanted = tallies.map((tally) => {
      const passed = tally.conversations - Object.keys(tally.reasons).length
      return { ...tally, passed, failed: [] }
    })
    const text = readFileSync(docs, 'utf8')
    expect(text).toBe(withTallies(text, wanted))
  })
})

/** Every registry of this file starts its programs so, and leaves tmux alone when it ends. */
function startInPanes(open: (registry: SessionRegistry) => { bridges: Bridges; launcher: Launcher }): void {
  interface Opened {
    launcher: Launcher | null
    bridges?: Bridges
  }
  const prototype = SessionRegistry.prototype as unknown as {
    start(this: Opened, wanted: unknown): unknown
    dispose(this: Opened, options: unknown): Promise<void>
  }
  const { start, dispose } = prototype
  prototype.start = function (wanted) {
    if (!this.launcher) Object.assign(this, open(this as unknown as SessionRegistry))
    return start.call(this, wanted)
  }
  prototype.dispose = async function (options) {
    await dispose.call(this, options)
    await this.bridges?.stop()
  }
}

async function declare(protocol: Protocol): Promise<Tally> {
  const { setup, all } = await conversationsOf(protocol)
  const reasons = impossible[protocol.name] ?? {}
  const tally: Tally = { protocol: protocol.name, conversations: all.length, passed: 0, failed: [], reasons }
  describe(protocol.name, () => {
    afterAll(() => setup.stop?.())
    test('what is impossible is something that there is', () => {
      const names = all.map(({ name }) => name)
      expect(Object.keys(reasons).filter((name) => !names.includes(name))).toEqual([])
    })
    for (const { name, needs: programs, play } of all.filter((_, index) => index % EVERY === FIRST)) {
      const { skip, meta } = needs(...programs)
      const reason = reasons[name]
      if (skip) test(name, { skip, meta }, play)
      else if (reason === undefined)
        test(name, async () => {
          tally.failed.push(name)
          await play()
          tally.failed.pop()
          tally.passed++
        })
      else
        test(`${name}, which is impossible`, needsThat(isWhole, `not possible in a pane of tmux: ${reason}`), () =>
          expect(play()).rejects.toThrow(),
        )
    }
  })
  return tally
}
