/** Pointing, in the mode and encoding that the program asked for. */
import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import type { MouseAction } from '../../../input/index.js'
import { method, type TermwrightClient } from '../context.js'
import { cellIndex, mouseButton, nothing } from '../params.js'

const place = { row: cellIndex, col: cellIndex }
const anyButton = { button: mouseButton.nullish().describe('left if absent.') }

/** A program that did not ask for the mouse does not get it, as at a real terminal: that is not a failure. */
async function send(client: TermwrightClient, actions: readonly MouseAction[]): Promise<null> {
  const session = client.live()
  try {
    for (const action of actions) await session.mouse(action)
  } catch (error) {
    if (!(error instanceof CoreError && error.code === 'mouse-not-enabled')) throw error
  }
  return null
}

function click(row: number, col: number, given: z.output<typeof anyButton.button>): MouseAction[] {
  const button = given ?? 'left'
  return [
    { type: 'press', button, row, col },
    { type: 'release', button, row, col },
  ]
}

const notEnabled = { about: 'a program that has not enabled the mouse', result: null }

const mouseMove = method({
  name: 'mouse_move',
  summary: 'Move the pointer to a cell.',
  params: z.object({
    ...place,
    buttons: z.array(mouseButton).nullish().describe('Held while moving; the first counts.'),
  }),
  result: nothing,
  errors: ['session-exited'],
  examples: [{ ...notEnabled, params: { row: 5, col: 10 } }],
  handler: (client, { row, col, buttons }) => {
    const [button] = buttons ?? []
    return send(client, [button ? { type: 'drag', button, row, col } : { type: 'move', row, col }])
  },
})

const mouseClick = method({
  name: 'mouse_click',
  summary: 'Press and release a button on a cell.',
  params: z.object({ ...place, ...anyButton }),
  result: nothing,
  errors: ['session-exited'],
  examples: [{ ...notEnabled, params: { row: 5, col: 10, button: 'left' } }],
  handler: (client, { row, col, button }) => send(client, click(row, col, button)),
})

const mouseDoubleClick = method({
  name: 'mouse_double_click',
  summary: 'Click twice on a cell.',
  params: z.object({ ...place, ...anyButton }),
  result: nothing,
  errors: ['session-exited'],
  examples: [{ ...notEnabled, params: { row: 5, col: 10 } }],
  handler: (client, { row, col, button }) => send(client, [...click(row, col, button), ...click(row, col, button)]),
})

const mouseDrag = method({
  name: 'mouse_drag',
  summary: 'Press on one cell, move to another, release there.',
  params: z.object({
    from_row: cellIndex,
    from_col: cellIndex,
    to_row: cellIndex,
    to_col: cellIndex,
    ...anyButton,
  }),
  result: nothing,
  errors: ['session-exited'],
  examples: [{ ...notEnabled, params: { from_row: 1, from_col: 1, to_row: 5, to_col: 10 } }],
  handler: (client, { from_row, from_col, to_row, to_col, ...given }) => {
    const button = given.button ?? 'left'
    return send(client, [
      { type: 'press', button, row: from_row, col: from_col },
      { type: 'drag', button, row: to_row, col: to_col },
      { type: 'release', button, row: to_row, col: to_col },
    ])
  },
})

const mouseScroll = method({
  name: 'mouse_scroll',
  summary: 'Turn the wheel on a cell.',
  params: z.object({
    ...place,
    direction: z.enum(['up', 'down', 'left', 'right']),
    count: z.number().int().min(1).max(1000).nullish().describe('3 if absent.'),
  }),
  result: nothing,
  errors: ['session-exited'],
  examples: [{ ...notEnabled, params: { row: 5, col: 10, direction: 'down' } }],
  handler: (client, { row, col, direction, count }) =>
    send(
      client,
      Array.from({ length: count ?? 3 }, () => ({ type: 'scroll', direction, row, col }) as const),
    ),
})

export const mouseMethods = [mouseMove, mouseClick, mouseDoubleClick, mouseDrag, mouseScroll]
