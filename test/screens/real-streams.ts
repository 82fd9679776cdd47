/** What real programs printed on an 80×24 screen, kept as data beside this file, whole or with bytes changed by a seed. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mutate, seeded } from './random-stream.js'

const folder = join(import.meta.dirname, 'streams')

/** Name of the program → its output. */
export const realStreams: ReadonlyMap<string, Uint8Array> = new Map(
  readdirSync(folder).map((file) => [file.replace('.bin', ''), new Uint8Array(readFileSync(join(folder, file)))]),
)

const all = [...realStreams.values()]

/** A piece of one of the streams, from its start or its middle, with some bytes changed, removed or doubled. */
export function mutatedStream(seed: number, most: number): Uint8Array {
  const random = seeded(seed)
  const bytes = all[random(all.length)]
  const start = random(2) === 0 ? 0 : random(bytes.length)
  return mutate(bytes.subarray(start, start + most), seed)
}
