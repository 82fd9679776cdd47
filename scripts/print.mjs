/** A line of the set-up. @param {string} text */
export function print(text) {
  process.stderr.write(`polytty set-up: ${text}\n`)
}
