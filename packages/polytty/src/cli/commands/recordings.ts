/** The commands about recordings, which need no server. */
import { type Command, Option } from 'commander'
import { decimal, wholeNumber } from '../../cli-kit/numbers.js'
import type { PlayFlags } from '../play.js'
import type { RecordFlags } from '../record.js'
import type { RenderFlags } from '../render.js'
import { addPictureOptions } from './pictures.js'

const GROUP = 'Recordings:'

export function addRecordingCommands(program: Command): void {
  program
    .command('record')
    .helpGroup(GROUP)
    .description('Run a program in this terminal and record it as a cast.')
    .argument('<cast>', 'file to write')
    .argument('[command...]', 'program and arguments, after -- (default: your shell)')
    .addOption(new Option('--cast-version <n>', 'asciicast version').choices(['2', '3']).default('2'))
    .option('--input', 'record what is typed as well')
    .option('--marks', 'F12 adds a marker to the recording')
    .option('--redact', 'mask what looks like a secret')
    .option('--title <text>', 'title of the recording')
    .option('--overwrite', 'overwrite an existing file')
    .option('--max-size <MiB>', 'stop recording, but not the program, at this size', wholeNumber(1, 16_384), 1024)
    .addHelpText(
      'after',
      '\nExamples:\n  polytty record demo.cast\n  polytty record build.cast --redact -- make test\n',
    )
    .action(async (file: string, command: string[], flags: RecordFlags) =>
      (await import('../record.js')).record(file, command, flags),
    )
  addPictureOptions(program.command('render'))
    .helpGroup(GROUP)
    .description('Turn a cast into a GIF, MP4, WebM, PNG, SVG, HTML, ANSI or text file.')
    .argument('<cast>', 'asciicast of any version')
    .requiredOption(
      '-o, --output <file>',
      'where to write it; the extension chooses the format: gif, mp4, webm, png, svg, html, ansi, txt',
    )
    .option('--speed <factor>', 'play faster or slower', decimal(0.01, 100))
    .option('--idle-limit <seconds>', 'longest pause to keep', decimal(0, 3600))
    .option('--from <seconds>', 'start here', decimal(0, 1_000_000))
    .option('--to <seconds>', 'end here', decimal(0, 1_000_000))
    .option('--at <seconds>', 'the moment of a still picture (default: the end)', decimal(0, 1_000_000))
    .option('--fps <n>', 'maximum frames per second', wholeNumber(1, 60))
    .addHelpText(
      'after',
      '\nExamples:\n  polytty render demo.cast -o demo.gif --idle-limit 1\n  polytty render demo.cast -o end.png --theme dracula\n',
    )
    .action(async (file: string, flags: RenderFlags) => (await import('../render.js')).renderCast(file, flags))
  program
    .command('play')
    .helpGroup(GROUP)
    .description('Play a cast in this terminal.')
    .argument('<cast>', 'asciicast of any version')
    .option('--speed <factor>', 'play faster or slower', decimal(0.01, 100))
    .option('--idle-limit <seconds>', 'longest pause to keep', decimal(0, 3600))
    .action(async (file: string, flags: PlayFlags) => (await import('../play.js')).play(file, flags))
}
