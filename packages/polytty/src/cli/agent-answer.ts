/** Printing what agents are answered: to standard output, and where it is a failure to standard error with exit code 1. */
import { print } from '../cli-kit/print.js'

export function printAnswer(
  { text, isError }: { readonly text: string; readonly isError: boolean },
  quiet = false,
): void {
  if (isError) {
    process.stderr.write(`polytty: ${text.replace(/^error: /, '')}\n`)
    process.exitCode = 1
  } else if (!quiet) print(text)
}
