/** Which of the terminal's answers to its program's queries go out. */

/** What the terminal says when it is asked for its colours (OSC 10, 11, 12), with 7-bit or 8-bit controls. */
const colorAnswers = /(?:\x1b\]|\x9d)1[012];[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)/g

export function withoutColors(answers: Uint8Array): Uint8Array {
  const text = Buffer.from(answers).toString('latin1')
  return Buffer.from(text.replace(colorAnswers, ''), 'latin1')
}
