/** A sequence as manuals write it, for logs: `CSI ? 9 ; 1 h`, `ESC # 9`, `OSC 9999`, `DCS + p`. Contents of strings stay out. */
import type { Params } from '../parser/params.js'
import { describeParams } from '../parser/unfinished.js'

export function describeSequence(introducer: 'CSI' | 'ESC' | 'DCS', key: number, params: Params): string {
  const prefix = Math.floor((key >> 7) / 17)
  const intermediate = (key >> 7) % 17
  const words: string[] = [introducer]
  if (prefix !== 0) words.push(String.fromCharCode(prefix + 0x3b))
  if (params.count > 0) words.push(describeParams(params))
  if (intermediate !== 0) words.push(intermediate === 1 ? 'SP' : String.fromCharCode(intermediate + 0x1f))
  words.push(String.fromCharCode(key & 0x7f))
  return words.join(' ')
}
