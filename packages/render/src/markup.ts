/** What HTML and SVG share: escaping, and style sheet classes handed out as they are needed. */

/** What XML has no way to write: most controls, noncharacters, halves of surrogate pairs. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu
const SPECIAL = /[&<>"]/g
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text safe between tags and in quoted attributes; what cannot be written becomes the replacement character. */
export function escapeMarkup(text: string): string {
  return text.replace(SPECIAL, (character) => ESCAPES[character]).replace(FORBIDDEN, '\ufffd')
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
