/** The command's entry: parses the command line and turns every failure into one line with a next step. */
import { CommanderError } from 'commander'
import { reportFailure, watchOutput } from '../cli-kit/failure.js'
import { protocols } from '../protocols/index.js'
import { createProgram } from './program.js'

watchOutput()
try {
  const [shim, name, ...args] = process.argv.slice(2)
  const { COMPLETE } = process.env
  if (shim === '--shim' && name === 'ptywright' && COMPLETE)
    await (await import('../protocols/ptywright/cli/env-completion.js')).completeByEnvironment(
      COMPLETE,
      args,
      process.env,
    )
  else await (await createProgram(protocols, process.argv.slice(2))).parseAsync()
} catch (error) {
  // Commander has already said what was wrong; it throws for --help and --version too.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else process.exitCode = reportFailure(error)
}
