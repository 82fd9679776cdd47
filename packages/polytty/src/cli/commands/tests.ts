/** The command that runs tests. The runner is in a package of its own, which projects that have tests install. */
import type { Command } from 'commander'
import { MAX_WAIT_MS } from '../../base/limits.js'
import { wholeNumber } from '../../cli-kit/numbers.js'
import type { TestFlags } from '../test.js'

export function addTestCommand(program: Command): void {
  program
    .command('test')
    .helpGroup('Tests:')
    .description('Run tests of terminal programs (@polytty/test), and step files of termwright.')
    .argument(
      '[globs...]',
      'files, folders or globs (default: **/*.polytty.{js,mjs,ts,mts} and **/*.steps.{yml,yaml,json})',
    )
    .option('-u, --update [mode]', 'write snapshots: all, changed, missing or none (default: changed)')
    .option('--retries <n>', 'run a failed test again, up to this many times', wholeNumber(0, 100))
    .option('--repeat <n>', 'run every test this many times', wholeNumber(1, 1_000_000))
    .option('--shard <part>', 'run one part of the files, such as 1/4')
    .option('--workers <n>', 'processes that run files (default: one for each core)', wholeNumber(1, 256))
    .option('--reporter <names>', 'list, json, junit; separate several with commas (default: list)')
    .option('--last-failed', 'run what failed last time')
    .option('-t, --grep <text>', 'run tests with this in their title')
    .option('--timeout <ms>', 'how long a test may take (default: 30000)', wholeNumber(1, MAX_WAIT_MS))
    .option('--chaos [seed]', 'split input and output, delay reads and resize at random')
    .option('-o, --output <folder>', 'where failures and reports go (default: test-results)')
    .addHelpText(
      'after',
      '\nExamples:\n  polytty test\n  polytty test "tests/**/*.polytty.mjs" --workers 4 --reporter list,junit\n  polytty test --last-failed --repeat 50\n',
    )
    .action(async (globs: string[], flags: TestFlags) => (await import('../test.js')).test(globs, flags))
}
