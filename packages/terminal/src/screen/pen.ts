/**
 * The pen: how printed cells will look. Palette colours and flags are one number; while there is nothing else, that is
 * the number of the style too. Direct colours, an underline colour, a script and a link are kept beside it, and such a style is
 * looked up when something is printed.
 */
import {
  backgroundMask,
  direct,
  flag,
  foregroundMask,
  internedBit,
  paletteParts,
  paletteStyle,
  type StyleParts,
  type StyleTable,
  scriptMask,
} from './styles.js'

export class Pen {
  /** The number of its style; -1 while that has to be looked up. */
  style = 0
  /** Zero where the colour is of the palette. */
  directFg = 0
  directBg = 0
  underlineColor = 0
  /** A flag of `scriptMask`, or 0. */
  script = 0
  link = 0
  /** Palette colours and flags, while they are not the style itself. */
  private beside = 0

  /** Its palette colours and flags, as the style that they would be. */
  get packed(): number {
    return this.style >>> 0 < internedBit ? this.style : this.beside
  }

  /** Changes all of it but the link. */
  change(packed: number, directFg: number, directBg: number, underlineColor: number, script = this.script): void {
    this.script = script
    this.directFg = directFg
    this.directBg = directBg
    this.underlineColor = underlineColor
    this.beside = packed
    this.style = (directFg | directBg | underlineColor | script | this.link) === 0 ? packed : -1
  }

  /** A direct colour for the foreground. */
  setDirect(rgb: number): void {
    this.beside = this.packed & ~foregroundMask
    this.directFg = direct | rgb
    this.style = -1
  }

  /** And for the background. */
  setDirectBackground(rgb: number): void {
    this.beside = this.packed & ~backgroundMask
    this.directBg = direct | rgb
    this.style = -1
  }

  setFlags(flags: number): void {
    const { packed } = this
    const colors = packed & (foregroundMask | backgroundMask)
    const style = colors | paletteStyle(0, 0, flags & ~scriptMask)
    this.change(style, this.directFg, this.directBg, this.underlineColor, flags & scriptMask)
  }

  setLink(link: number): void {
    const { packed } = this
    this.link = link
    this.change(packed, this.directFg, this.directBg, this.underlineColor)
  }

  set({ fg, bg, underlineColor, flags }: Omit<StyleParts, 'link'>): void {
    const isFgDirect = fg >= direct
    const isBgDirect = bg >= direct
    const packed = paletteStyle(isFgDirect ? 0 : fg, isBgDirect ? 0 : bg, flags & ~scriptMask)
    this.change(packed, isFgDirect ? fg : 0, isBgDirect ? bg : 0, underlineColor, flags & scriptMask)
  }

  /** Plain and unprotected; a link stays. */
  reset(): void {
    this.change(0, 0, 0, 0, 0)
  }

  get parts(): StyleParts {
    const { packed, directFg, directBg, underlineColor, link } = this
    const fg = directFg || paletteParts.fg(packed)
    const bg = directBg || paletteParts.bg(packed)
    return { fg, bg, underlineColor, flags: this.flags, link }
  }

  get flags(): number {
    return paletteParts.flags(this.packed) | this.script
  }

  get isProtected(): boolean {
    return (paletteParts.flags(this.packed) & flag.protected) !== 0
  }

  get hasBackground(): boolean {
    return ((this.packed & backgroundMask) | this.directBg) !== 0
  }

  lookUp(styles: StyleTable): void {
    const { beside, directFg, directBg } = this
    const fg = directFg === 0 ? paletteParts.fg(beside) : directFg
    const bg = directBg === 0 ? paletteParts.bg(beside) : directBg
    this.style = styles.intern(fg, bg, this.underlineColor, paletteParts.flags(beside) | this.script, this.link)
  }

  /** The tables were rebuilt. */
  forget(newLink: (id: number) => number): void {
    if (this.style >>> 0 < internedBit) return
    this.link = newLink(this.link)
    this.style = -1
  }

  /** The style of what the pen erases: its background only. */
  eraseStyle(styles: StyleTable): number {
    return this.directBg === 0 ? this.packed & backgroundMask : styles.intern(0, this.directBg, 0, 0, 0)
  }
}
