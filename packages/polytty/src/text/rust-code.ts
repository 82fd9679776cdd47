/** A character by its number, as Rust's regular expressions write it. */

/** `\u0041`, `\u{41}` or `\U00000041` at this place. */
export function readCode(source: string, at: number): { readonly value: number; readonly end: number } | null {
  const code = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|[uU]\{([0-9a-fA-F]{1,8})\})/y
  code.lastIndex = at
  const match = code.exec(source)
  if (!match) return null
  return { value: Number.parseInt(match[1] ?? match[2] ?? match[3]!, 16), end: at + match[0].length }
}
