/** What HTML and SVG share: escaping, and style sheet classes handed out as they are needed. */

/** Text safe between tags and in quoted attributes. Characters that XML forbids do not come from a screen. */
export function escapeMarkup(text: string): string {
  return /[&<>"]/.test(text)
    ? text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
    : text
}

/** Gives each distinct declaration a short class name; the sheet lists those in use. */
export class StyleSheet {
  private readonly names = new Map<string, string>()

  name(declaration: string): string {
    let name = this.names.get(declaration)
    if (name === undefined) {
      name = shortName(this.names.size)
      this.names.set(declaration, name)
    }
    return name
  }

  toString(): string {
    return [...this.names].map(([declaration, name]) => `.${name}{${declaration}}`).join('')
  }
}

/** a, b, … z, aa, ab, …: a class must begin with a letter. */
function shortName(index: number): string {
  const letter = String.fromCharCode(97 + (index % 26))
  return index < 26 ? letter : shortName(Math.floor(index / 26) - 1) + letter
}
