/** Words of a command as tmux reads them from a control client: one line, whatever is in them. */

const SPECIAL = /[^\w%@:,./+=-]/

export function quote(text: string): string {
  if (text !== '' && !SPECIAL.test(text)) return text
  return quoteBytes(Buffer.from(text))
}

/** In double quotes, with what tmux would read as something else in octal. NUL cannot be written. */
export function quoteBytes(bytes: Uint8Array): string {
  let quoted = '"'
  for (const byte of bytes) quoted += words[byte]
  return `${quoted}"`
}

/** Letters, digits and harmless signs stand for themselves; `~`, `$`, `#`, quotes and the like do not. */
const words = Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte)
  return byte < 0x80 && /[\w %@:,./+=()[\]<>?!^&*|-]/.test(char) ? char : `\\${byte.toString(8).padStart(3, '0')}`
})
