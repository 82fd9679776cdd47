/**
 * The pen: how printed cells will look. While it has palette colours and flags only, the number of its style is all there
 * is, and SGR changes that number; with a direct colour, an underline colour or a link, its parts are kept beside it.
 */
import {
  backgroundMask,
  direct,
  flag,
  internedBit,
  paletteParts,
  paletteStyle,
  type StyleParts,
  type StyleTable,
} from './styles.js'

export class Pen {
  /** The number of its style; -1 while that has to be looked up. */
  style = 0
  /** Right while the style is not of the palette. */
  private readonly own: StyleParts = { fg: 0, bg: 0, underlineColor: 0, flags: 0, link: 0 }

  private get inPalette(): boolean {
    return this.style >>> 0 < internedBit
  }

  /** What it is made of, now. */
  get parts(): Readonly<StyleParts> {
    const { own, style } = this
    if (this.inPalette) {
      own.fg = paletteParts.fg(style)
      own.bg = paletteParts.bg(style)
      own.underlineColor = 0
      own.flags = paletteParts.flags(style)
      own.link = 0
    }
    return own
  }

  set(fg: number, bg: number, underlineColor: number, flags: number, link: number): void {
    if ((fg | bg) < direct && (underlineColor | link) === 0) this.style = paletteStyle(fg, bg, flags)
    else {
      const { own } = this
      own.fg = fg
      own.bg = bg
      own.underlineColor = underlineColor
      own.flags = flags
      own.link = link
      this.style = -1
    }
  }

  setFlags(flags: number): void {
    const { fg, bg, underlineColor, link } = this.parts
    this.set(fg, bg, underlineColor, flags, link)
  }

  setLink(link: number): void {
    const { fg, bg, underlineColor, flags } = this.parts
    this.set(fg, bg, underlineColor, flags, link)
  }

  /** Plain and unprotected; a link stays. */
  reset(): void {
    this.set(0, 0, 0, 0, this.parts.link)
  }

  get isProtected(): boolean {
    return (this.parts.flags & flag.protected) !== 0
  }

  get hasBackground(): boolean {
    return (this.inPalette ? this.style & backgroundMask : this.own.bg) !== 0
  }

  lookUp(styles: StyleTable): void {
    const { fg, bg, underlineColor, flags, link } = this.own
    this.style = styles.intern(fg, bg, underlineColor, flags, link)
  }

  /** The tables were made anew. */
  forget(newLink: (id: number) => number): void {
    if (this.inPalette) return
    this.own.link = newLink(this.own.link)
    this.style = -1
  }

  /** The style of what the pen erases: its background only. */
  eraseStyle(styles: StyleTable): number {
    return this.inPalette ? this.style & backgroundMask : styles.intern(0, this.own.bg, 0, 0, 0)
  }
}
