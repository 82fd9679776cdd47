/**
 * What cells refer to by number: styles, grapheme clusters and links, together, since a sweep renumbers all three at
 * once. Old `Tables` stay valid for the snapshots that hold them.
 */
import { limits } from '../limits.js'
import type { Cell, Hyperlink } from '../types.js'
import { clusterWidth, joins, maxClusterLength } from '../unicode/clusters.js'
import { LinkCache } from './link-cache.js'
import { flag, StyleTable, underlineStyles, unpackColor } from './styles.js'

/** A cell's code: a code point or, with `clusterBit`, a cluster's number; and how many columns it takes. Never negative. */
export const clusterBit = 0x40000000
export const valueMask = 0x1fffff
export const widthMask = 0x3000000
/** First cell of a wide character. */
export const wideHead = 0x1000000
/** Its second cell. */
export const wideTail = 0x2000000
/** The last cell of a row, left empty because a wide character did not fit; reflow takes it out again. */
export const widePad = 0x3000000

const cellCacheSize = 512
const joinCacheSize = 1024

/** Answer of `join`: the character starts a cluster of its own. */
export const separate = -1
/** Answer of `join`: the cluster is full, and the character is dropped. */
export const dropped = -2

export class Tables {
  readonly styles = new StyleTable()
  readonly links: (Hyperlink | null)[] = [null]
  private readonly clusters: string[] = ['']
  private readonly clusterIds = new Map<string, number>()
  private readonly linkIds = new Map<string, number>()
  /** Characters of all links. */
  linkLength = 0
  private seenLinks: LinkCache | null = null
  private joinCodes: Int32Array | null = null
  private joinResults: Int32Array | null = null
  private cellCache: (Cell | undefined)[] | null = null
  private cellCacheCodes: Int32Array | null = null
  private cellCacheStyles: Int32Array | null = null

  /** True when so many clusters or links were added that asking for the size is worth while. */
  get grown(): boolean {
    return this.clusters.length > limits.tableSweep || this.links.length > limits.tableSweep >> 1
  }

  /** Number of entries over which the owner should sweep. */
  get size(): number {
    return Math.max(this.styles.count, this.clusters.length, this.links.length)
  }

  get linkCache(): LinkCache {
    this.seenLinks ??= new LinkCache()
    return this.seenLinks
  }

  /** The clusters by number. */
  get allClusters(): readonly string[] {
    return this.clusters
  }

  /** The code of a cluster, without width bits. */
  internCluster(text: string): number {
    let id = this.clusterIds.get(text)
    if (id === undefined) {
      if (this.clusters.length > valueMask) return 0xfffd
      id = this.clusters.length
      this.clusters.push(text)
      this.clusterIds.set(text, id)
    }
    return clusterBit | id
  }

  /** The number of a link, or 0 (no link) when there are too many. */
  internLink(uri: string, id: string | null): number {
    const key = id === null ? uri : `${id}\u0000${uri}`
    let number = this.linkIds.get(key)
    if (number === undefined) {
      if (this.links.length > limits.hyperlinks || this.linkLength + key.length > limits.linkLength) return 0
      number = this.links.length
      this.linkLength += key.length
      this.links.push(Object.freeze({ uri, id }))
      this.linkIds.set(key, number)
    }
    return number
  }

  /**
   * The code, with width, of a cell's cluster with one more code point; or `separate` or `dropped`. Remembers the last
   * few answers, so that a stream of emoji makes no strings.
   */
  join(code: number, cp: number): number {
    this.joinCodes ??= new Int32Array(joinCacheSize * 2)
    this.joinResults ??= new Int32Array(joinCacheSize)
    const slot = (code ^ (code >>> 21) ^ Math.imul(cp, 31)) & (joinCacheSize - 1)
    if (this.joinCodes[slot * 2] === code && this.joinCodes[slot * 2 + 1] === cp) return this.joinResults[slot]
    const result = this.makeJoin(code, cp)
    this.joinCodes[slot * 2] = code
    this.joinCodes[slot * 2 + 1] = cp
    this.joinResults[slot] = result
    return result
  }

  private makeJoin(code: number, cp: number): number {
    const text = (code & valueMask) === 0 ? ' ' : this.textOf(code)
    if (!joins(text, cp)) return separate
    if (text.length >= maxClusterLength) return dropped
    const joined = text + String.fromCodePoint(cp)
    return this.internCluster(joined) | (clusterWidth(joined) === 2 ? wideHead : 0)
  }

  /** The text of a cell: '' when blank or not the first cell of a character. */
  textOf(code: number): string {
    const value = code & valueMask
    if (code >= clusterBit) return this.clusters[value]
    return value === 0 ? '' : String.fromCodePoint(value)
  }

  /** A cell as others see it. Equal cells share one object: most of a screen is a handful of distinct ones. */
  cell(code: number, style: number): Cell {
    this.cellCache ??= new Array(cellCacheSize)
    this.cellCacheCodes ??= new Int32Array(cellCacheSize)
    this.cellCacheStyles ??= new Int32Array(cellCacheSize)
    const slot = (code ^ (code >>> 15) ^ Math.imul(style, 37)) & (cellCacheSize - 1)
    const cached = this.cellCache[slot]
    if (cached !== undefined && this.cellCacheCodes[slot] === code && this.cellCacheStyles[slot] === style) {
      return cached
    }
    const cell = this.makeCell(code, style)
    this.cellCache[slot] = cell
    this.cellCacheCodes[slot] = code
    this.cellCacheStyles[slot] = style
    return cell
  }

  private makeCell(code: number, style: number): Cell {
    const { styles } = this
    const flags = styles.flags(style)
    const width = code & widthMask
    return Object.freeze({
      text: this.textOf(code),
      width: width === wideHead ? 2 : width === wideTail ? 0 : 1,
      fg: unpackColor(styles.fg(style)),
      bg: unpackColor(styles.bg(style)),
      bold: (flags & flag.bold) !== 0,
      dim: (flags & flag.dim) !== 0,
      italic: (flags & flag.italic) !== 0,
      underline: underlineStyles[(flags & flag.underlineMask) >> flag.underlineShift],
      underlineColor: unpackColor(styles.underlineColor(style)),
      blink: (flags & flag.blink) !== 0,
      reverse: (flags & flag.reverse) !== 0,
      hidden: (flags & flag.hidden) !== 0,
      strikethrough: (flags & flag.strikethrough) !== 0,
      overline: (flags & flag.overline) !== 0,
      script: flags & flag.superscript ? 'superscript' : flags & flag.subscript ? 'subscript' : 'normal',
      hyperlink: this.links[styles.link(style)],
    })
  }
}
