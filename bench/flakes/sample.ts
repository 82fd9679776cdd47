/** Twenty tests of the programs beside this file, as one would write them: no pauses, no guesses. */
import { join } from 'node:path'
import { expect, type Terminal } from '@polytty/test'

const programs = join(import.meta.dirname, '../../bench/flakes/programs.mjs')

export interface SampleTest {
  readonly title: string
  readonly program: readonly string[]
  run(terminal: Terminal): Promise<void>
}

const of =
  (name: string) =>
  (title: string, run: SampleTest['run']): SampleTest => ({
    title: `${name}: ${title}`,
    program: ['node', programs, name],
    run,
  })

const [spinner, pages, slow, loader, search, clock, question] = [
  ...['spinner', 'pages', 'slow', 'loader', 'search', 'clock', 'question'].map(of),
] as const

export const sample: readonly SampleTest[] = [
  spinner!('shows the result', async (terminal) => {
    await terminal.press('Enter')
    await expect(terminal.getByText('result 1')).toBeVisible()
  }),
  spinner!('is hidden when the work is done', async (terminal) => {
    await terminal.press('Enter')
    await expect(terminal.getByText('result 1')).toBeVisible({ fresh: true })
    await expect(terminal.getByText('working')).toBeHidden()
  }),
  spinner!('a second result', async (terminal) => {
    for (const result of ['result 1', 'result 2']) {
      await terminal.press('Enter')
      await expect(terminal.getByText(result)).toBeVisible({ fresh: true })
    }
  }),
  pages!('the next page', async (terminal) => {
    await terminal.press('n')
    await expect(terminal.getByText('page 2')).toBeVisible()
    await expect(terminal.getByText(/item 2-\d/)).toHaveCount(8)
  }),
  pages!('there and back again', async (terminal) => {
    await terminal.press('n', 'n', 'p')
    await expect(terminal.getByText(/item 2-\d/)).toHaveCount(8)
    await expect(terminal.row(0)).toHaveText('page 2')
  }),
  pages!('the selection moves', async (terminal) => {
    await terminal.press('Down', 'Down')
    await expect(terminal.getByText('item 1-2')).toHaveStyle({ reverse: true })
    await expect(terminal.getByText('item 1-0')).toHaveStyle({ reverse: false })
  }),
  pages!('select by name', async (terminal) => {
    await expect(terminal.getByText(/item 1-\d/)).toHaveCount(8)
    await terminal.getByText('item 1-5').select()
    await expect(terminal.getByText('item 1-5')).toHaveStyle({ reverse: true })
  }),
  slow!('starts', async (terminal) => {
    await expect(terminal.getByText('ready')).toBeVisible()
  }),
  slow!('takes a key at once', async (terminal) => {
    await terminal.press('a')
    await expect(terminal.getByText('got a')).toBeVisible({ fresh: true })
  }),
  slow!('sets its title', async (terminal) => {
    await expect(terminal).toHaveTitle('slow starter')
  }),
  slow!('leaves as it came', async (terminal) => {
    await expect(terminal.getByText('ready')).toBeVisible()
    await terminal.press('q')
    await expect(terminal).toHaveExited(0)
    await expect(terminal).toLeaveTerminalClean()
  }),
  loader!('loads all items', async (terminal) => {
    await expect(terminal.getByText('5 items')).toBeVisible()
    await expect(terminal.getByText('loading')).toBeHidden()
    await expect(terminal.getByText(/ash|birch|cedar|elm|fir/)).toHaveCount(5)
  }),
  loader!('select while it loads', async (terminal) => {
    await expect(terminal.getByText('cedar')).toBeVisible()
    await terminal.getByText('cedar').select()
    await expect(terminal.getByText('cedar')).toHaveStyle({ reverse: true })
  }),
  search!('filters', async (terminal) => {
    await terminal.type('be')
    await expect(terminal.getByText('1 found')).toBeVisible()
    await expect(terminal.getByText('beta')).toBeVisible()
    await expect(terminal.getByText('gamma')).toBeHidden()
  }),
  search!('takes a letter back', async (terminal) => {
    await terminal.type('bx')
    await expect(terminal.getByText('0 found')).toBeVisible()
    await terminal.press('Backspace')
    await expect(terminal.getByText('2 found')).toBeVisible({ fresh: true })
  }),
  clock!('ticks', async (terminal) => {
    await expect(terminal.getByText('tick 3')).toBeVisible()
  }),
  clock!('a click beside it', async (terminal) => {
    await terminal.getByText('Press me').click()
    await expect(terminal.getByText('clicked 1')).toBeVisible()
  }),
  clock!('two clicks', async (terminal) => {
    for (const count of [1, 2]) {
      await terminal.getByText('Press me').click()
      await expect(terminal.getByText(`clicked ${count}`)).toBeVisible()
    }
  }),
  question!('asks and answers', async (terminal) => {
    await expect(terminal.prompt()).toHaveText('name?')
    await terminal.type('ann\n')
    await expect(terminal.getByText('hello ann')).toBeVisible()
    await expect(terminal).toHaveExited(0)
  }),
  question!('is answered before it asks', async (terminal) => {
    await terminal.type('bob\n')
    await expect(terminal.getByText('hello bob')).toBeVisible()
  }),
]
