/** Handlers by what the parser finds: made once from the declarations and shared by all terminals. */
import type { Params } from '../parser/params.js'
import { sequenceKeys } from '../parser/sink.js'
import type { TerminalState } from '../screen/terminal-state.js'
import { allSequences, allStrings } from './all.js'
import { parsePattern, type Sequence, type StreamedSequence, type StringSequence } from './declare.js'
import { describeSequence } from './describe-sequence.js'
import { vt52 } from './vt52.js'

type Run = Sequence['run']

/** By code of the control. */
export const controls: (Run | undefined)[] = new Array(32)
/** By `sequenceKey`. */
const csiTable: (Run | undefined)[] = new Array(sequenceKeys)
export const escapeTable: (Run | undefined)[] = new Array(sequenceKeys)
/** By the final of a VT52's escape. */
export const vt52Table: (Run | undefined)[] = new Array(128)
export const dcsTable = new Map<number, StringSequence>()
export const streamTable = new Map<number, StreamedSequence>()
/** OSC by its number, or its letter; APC by its letter. */
export const oscTable = new Map<number | string, StringSequence>()
export const apcTable = new Map<string, StringSequence>()

for (const [pattern, sequence] of allSequences) {
  const { introducer, keys } = parsePattern(pattern)
  const table = introducer === 'control' ? controls : introducer === 'CSI' ? csiTable : escapeTable
  for (const key of keys) table[key] = sequence.run
}

for (const [pattern, sequence] of Object.entries(vt52)) vt52Table[pattern.charCodeAt(4)] = sequence.run

for (const [pattern, sequence] of allStrings) {
  if ('begin' in sequence) streamTable.set(parsePattern(pattern).keys[0], sequence)
  else if (pattern.startsWith('DCS')) dcsTable.set(parsePattern(pattern).keys[0], sequence)
  else {
    const name = pattern.slice(4)
    if (pattern.startsWith('APC')) apcTable.set(name, sequence)
    else oscTable.set(/^\d+$/.test(name) ? Number(name) : name, sequence)
  }
}

export function runCsi(m: TerminalState, key: number, params: Params): void {
  const run = csiTable[key]
  if (run) run(m, params)
  else m.onUnknown?.(describeSequence('CSI', key, params))
}
