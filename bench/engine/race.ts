/** The mixes, parsed in turns by our engine, @xterm/headless and, where they are wanted and can be built, native engines. */
import { median, printTable } from '../table.js'
import { type Mix, makeMixes, piecesOf } from './mixes.js'
import { nativeEngines, Racer } from './peers.js'

export interface Writable {
  write(bytes: Uint8Array): void
}

interface Race {
  readonly ours: (cols: number, rows: number) => Writable
  readonly theirs: (cols: number, rows: number) => Writable
  readonly megabytes: number
  readonly rounds: number
  readonly withPeers: boolean
}

/** Rounds of each mix that only let the compiler see the code. */
const warmUp = 4
const megabyte = 1e6

export async function raceMixes({ ours, theirs, megabytes, rounds, withPeers }: Race): Promise<void> {
  const racer = withPeers ? Racer.start() : undefined
  if (typeof racer === 'string') process.stdout.write(`\n${racer}\n`)
  const native = racer instanceof Racer ? nativeEngines : []
  const mixes = makeMixes(megabytes * megabyte)
  const samples = mixes.map(() => new Map<string, number[]>())
  // Mixes take turns too, so that none meets code that was compiled for it alone.
  for (let round = 0; round < rounds + warmUp; round++) {
    for (const [index, mix] of mixes.entries()) {
      const speeds: [string, number][] = [
        ['ours', parse(ours, mix)],
        ['xterm', parse(theirs, mix)],
      ]
      if (racer instanceof Racer) for (const engine of native) speeds.push([engine, await racer.measure(engine, mix)])
      if (round >= warmUp) for (const [name, speed] of speeds) push(samples[index]!, name, speed)
    }
  }
  if (racer instanceof Racer) racer.close()
  const header = ['mix', 'polytty MB/s', 'least to most', '@xterm/headless', 'ratio', ...native]
  const rows = mixes.map((mix, index) => {
    const of = (name: string): number[] => samples[index]!.get(name) ?? []
    const mine = of('ours')
    const peers = native.map((name) => median(of(name)))
    const row = [mix.name, whole(median(mine)), `${whole(Math.min(...mine))} to ${whole(Math.max(...mine))}`]
    row.push(whole(median(of('xterm'))), times(median(mine) / median(of('xterm'))), ...peers.map(whole))
    if (peers.length > 0) row.push(times(median(mine) / Math.max(...peers)))
    return row
  })
  const title = `Many mixes, ${megabytes} MB of each, ${rounds} rounds in turns, processor time`
  printTable(title, native.length > 0 ? [...header, 'beside the best native'] : header, rows)
}

function push(samples: Map<string, number[]>, name: string, speed: number): void {
  samples.set(name, [...(samples.get(name) ?? []), speed])
}

const whole = (value: number): string => value.toFixed(0)
const times = (value: number): string => `${value.toFixed(1)}×`

/** Megabytes in a second of processor time: other work on the machine does not count, collecting garbage does. */
function parse(make: (cols: number, rows: number) => Writable, mix: Mix): number {
  const terminal = make(mix.cols, mix.rows)
  const pieces = piecesOf(mix)
  const start = process.cpuUsage()
  for (const piece of pieces) terminal.write(piece)
  const { user, system } = process.cpuUsage(start)
  return mix.bytes.length / (user + system)
}
