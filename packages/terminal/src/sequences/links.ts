/**
 * OSC 8, links. Programs repeat them (a listing has one for every file, at every redraw), so the last ones are remembered
 * by their bytes: one that was seen before is neither decoded nor looked up.
 */
import { limits } from '../limits.js'
import { input } from '../parser/input.js'
import { decodeUtf8 } from '../parser/utf8.js'
import type { TerminalState } from '../screen/terminal-state.js'
import { clean, splitOnce } from './osc-text.js'

const ESC = 0x1b
const BEL = 0x07

/** OSC 8 ; params ; uri. An empty uri ends the link. Returns the number of the link that begins, or 0. */
export function setLink(m: TerminalState, text: string): number {
  // A control character in an address would act in every terminal that the link is repeated to.
  const [params, uri] = splitOnce(clean(text), ';')
  if (uri === null) return 0
  if (uri === '' || uri.length > limits.uriLength) {
    m.pen.setLink(0)
    return 0
  }
  const given = params === '' ? undefined : params.split(':').find((param) => param.startsWith('id='))
  const id = given && given.length > 3 ? given.slice(3, 3 + limits.uriLength) : null
  if (m.wantsSweep) m.sweep()
  const link = m.tables.internLink(uri, id)
  m.pen.setLink(link)
  m.emit({ type: 'hyperlink', uri, id })
  return link
}

/**
 * The link that begins with the escape at `at` of the shared input. Returns the place after it, or 0, and nothing done,
 * where it is not all there, has other characters than printable ASCII, or is another string.
 */
export function readLink(m: TerminalState, at: number, end: number): number {
  const bytes = input
  const from = at + 4
  if (from >= end || bytes[at + 2] !== 0x38 || bytes[at + 3] !== 0x3b) return 0
  let hash = 0
  let to = from
  let b = 0
  while (to < end && (b = bytes[to]) >= 0x20 && b < 0x7f) {
    hash = (Math.imul(hash, 31) + b) | 0
    to++
  }
  const next = b === BEL ? to + 1 : b === ESC && bytes[to + 1] === 0x5c ? to + 2 : end + 1
  if (to === end || next > end) return 0
  m.lastPrinted = 0
  if (to === from + 1 && bytes[from] === 0x3b) m.pen.setLink(0)
  else if (to - from > limits.rememberedLink) setLink(m, decodeUtf8(bytes, from, to))
  else useLink(m, hash, from, to)
  return next
}

function useLink(m: TerminalState, hash: number, from: number, to: number): void {
  const seen = m.tables.linkCache.find(input, hash, from, to)
  if (seen) {
    m.pen.setLink(seen.link)
    m.emit(seen.event)
    return
  }
  const bytes = input.slice(from, to)
  const number = setLink(m, decodeUtf8(bytes))
  const { links, linkCache } = m.tables
  const link = links[number]
  if (link) linkCache.add(hash, bytes, number, link)
}
