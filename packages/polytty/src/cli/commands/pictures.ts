/** Options of every command that makes a picture. */
import type { Command } from 'commander'
import { decimal, wholeNumber } from '../../cli-kit/numbers.js'

export interface PictureFlags {
  readonly theme?: string
  readonly fontSize?: number
  readonly scale?: number
  readonly padding?: number
  readonly frame?: boolean
  readonly title?: string
}

export function addPictureOptions(command: Command): Command {
  return command
    .option('--theme <name>', 'colour theme, or a JSON file with one')
    .option('--font-size <px>', 'font size', decimal(6, 96))
    .option('--scale <n>', 'pixels per unit of a PNG, 1 to 3 (default: 2)', wholeNumber(1, 3))
    .option('--padding <px>', 'empty pixels around the text (default: 10)', wholeNumber(0, 200))
    .option('--frame', 'a window frame with a title')
    .option('--title <text>', "the title in the frame (default: the program's own)")
}
