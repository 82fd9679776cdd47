/** Run with: node --test todo.node.test.mjs */
import { expect, test } from '@polytty/test/node'

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
