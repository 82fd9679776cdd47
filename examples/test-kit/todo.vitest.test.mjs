/** Run with: npx vitest run */
import { expect, test } from '@polytty/test/vitest'

test.use({ program: ['node', 'todo.mjs'], size: '60x14' })

test('ticks an item', async ({ terminal }) => {
  await expect(terminal.getByText('1/3 done')).toBeVisible()
  await terminal.press('Down', 'Space')
  const item = terminal.getByText('call mum')
  await expect(item.row()).toContainText('[x]')
  await expect(item).toHaveStyle({ reverse: true, fg: 'green' })
  await expect(terminal).toMatchScreen({ mask: [/\d\d:\d\d:\d\d/] })
  await terminal.getByRole('button', { name: 'Quit' }).click()
  await expect(terminal).toHaveExited(0)
  await expect(terminal).toLeaveTerminalClean()
})

test('adds an item, or thinks better of it', async ({ terminal }) => {
  await terminal.type('awash the car\n')
  await expect(terminal.getByRole('checkbox', { name: 'wash the car' })).toBeVisible({ fresh: true })
  await expect(terminal.getByRole('checkbox')).toHaveCount(4)
  await terminal.type('anever mind')
  await expect(terminal.getByText('New: never mind')).toBeVisible()
})

test('ticks what is clicked, and selects with the keyboard', async ({ terminal }) => {
  await terminal.getByText('water the plants').click()
  await expect(terminal.getByRole('checkbox', { name: 'water the plants' })).toBeChecked()
  await terminal.getByText('buy milk').select()
  await expect(terminal.getByText('buy milk')).toBeSelected()
  await expect(terminal).toRepaintAtMost(2)
})
