/** The command's entry: parses the command line and turns every failure into one line with a next step. */
import { CommanderError } from 'commander'
import { reportFailure, watchOutput } from './failure.js'
import { createProgram } from './program.js'

watchOutput()
try {
  await createProgram().parseAsync()
} catch (error) {
  // Commander has already said what was wrong; it throws for --help and --version too.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else process.exitCode = reportFailure(error)
}
