/**
 * `npm run agents [tool set …]`: the twenty tasks with every tool set that is here, and what each cost: calls, tokens
 * (o200k), the context that is sent again at each turn, seconds. `--install` sets up the published ones, `--write` puts
 * the table into docs/agents.md, `TASK=name` runs one task, `SHOW=1` shows each call.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatTable, median } from '../table.js'
import { type Measured, measure } from './measure.js'
import { tasks } from './tasks.js'
import { installPeers } from './tools/peers.js'
import { polyttyCli } from './tools/polytty-cli.js'
import { polyttyMcp } from './tools/polytty-mcp.js'
import { programsAlone } from './tools/programs-alone.js'
import { terminalcp } from './tools/terminalcp.js'
import { tmux } from './tools/tmux.js'
import { tmuxMcp } from './tools/tmux-mcp.js'
import type { ToolSet } from './tools/tools.js'
import { wsh } from './tools/wsh.js'

const all: readonly ToolSet[] = [programsAlone, polyttyMcp, polyttyCli, wsh, tmux, tmuxMcp, terminalcp]
const words = process.argv.slice(2)
if (words.includes('--install')) installPeers()
const names = words.filter((word) => !word.startsWith('--'))
const chosen = names.length === 0 ? all : all.filter(({ name }) => names.some((one) => name.includes(one)))
const wanted = tasks.filter(({ name }) => name.includes(process.env.TASK ?? ''))

const header = [
  'tools',
  'done',
  'calls',
  'median calls',
  'definitions',
  'tokens out',
  'tokens in',
  'median result',
  'context',
  'seconds',
  'wrong',
]
const rows: (readonly (string | number)[])[] = []
for (const set of chosen) {
  const missing = set.missing()
  if (missing) {
    process.stdout.write(`${set.name}: left out (${missing})\n`)
    continue
  }
  const measured: Measured[] = []
  for (const task of wanted) {
    const one = await measure(set, task)
    measured.push(one)
    const { passed, failure, seconds, meter } = one
    const tokens = `${meter.calls} calls, ${meter.sent + meter.received} tokens, ${seconds.toFixed(2)} s`
    process.stdout.write(
      `${passed ? '✓' : '✗'} ${set.name}: ${task.name}: ${tokens}${failure ? `\n    ${failure.split('\n').slice(0, 12).join('\n    ')}` : ''}\n`,
    )
  }
  rows.push(summary(set.name, measured))
}
const table = formatTable(header, rows)
process.stdout.write(`\n${table}\n`)
if (words.includes('--write')) {
  const path = join(import.meta.dirname, '../..', 'docs/agents.md')
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace(/(<!-- bench -->\n)[\s\S]*?(?=<!-- end -->)/, `$1${table}\n`))
}

function summary(name: string, measured: readonly Measured[]): (string | number)[] {
  const sum = (value: (one: Measured) => number): string =>
    String(Math.round(measured.reduce((total, one) => total + value(one), 0)))
  return [
    name,
    `${measured.filter(({ passed }) => passed).length} of ${measured.length}`,
    sum(({ meter }) => meter.calls),
    String(median(measured.map(({ meter }) => meter.calls))),
    String(measured[0]?.meter.definitions ?? 0),
    sum(({ meter }) => meter.sent),
    sum(({ meter }) => meter.received),
    String(median(measured.flatMap(({ meter }) => meter.results)) || 0),
    sum(({ meter }) => meter.cumulative),
    sum(({ seconds }) => seconds),
    sum(({ meter }) => meter.wrong),
  ]
}
