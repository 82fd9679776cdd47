/** Colour on a terminal alone, and never where NO_COLOR is set. */
import { styleText } from 'node:util'

type Style = 'bold' | 'green' | 'yellow' | 'red' | 'dim'

export function style(name: Style, text: string): string {
  return process.stdout.isTTY && !process.env.NO_COLOR ? styleText(name, text) : text
}
