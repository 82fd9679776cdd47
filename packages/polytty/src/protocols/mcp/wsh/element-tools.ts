/** Tools about what a session shows besides its program: overlays, panels, who gets the keys, the screen mode. */

import { z } from 'zod'
import { MAX_CELLS } from '../../../base/limits.js'
import { background, order, spans } from '../../wsh/params.js'
import { type Ask, tool } from './tool.js'

const session = z.string().describe('Name of the session.')
const id = z.string().optional()
const list = z.boolean().default(false).describe('Only list what is there.')

const overlay = tool({
  name: 'wsh_overlay',
  description: 'Put text over the screen, change it (with its id), or list what is there.',
  params: z.object({
    session,
    id: id.describe('Of the overlay to change; a new one is made if absent.'),
    x: z.number().int().optional().describe('Column.'),
    y: z.number().int().optional().describe('Row.'),
    z: order.optional().describe('Higher ones cover lower ones.'),
    width: z.number().int().optional(),
    height: z.number().int().optional(),
    background: background.optional(),
    spans: spans.optional(),
    focusable: z.boolean().optional().describe('For a new one.'),
    list,
  }),
  run: async (ask, { list, id, spans, ...place }) => {
    const { session } = place
    if (list) return { overlays: await ask('list_overlays', { session }) }
    if (id === undefined) {
      const whole = { ...place, x: place.x ?? 0, y: place.y ?? 0, spans: spans ?? [] }
      return { status: 'created', ...(await ask<object>('create_overlay', whole)) }
    }
    await ask('patch_overlay', { ...place, id })
    if (spans) await ask('update_overlay', { session, id, spans })
    return { status: 'updated', ...(await ask<object>('get_overlay', { session, id })) }
  },
})

const panel = tool({
  name: 'wsh_panel',
  description:
    'Take rows at the top or bottom from the program for text, change it (with its id), or list what is there.',
  params: z.object({
    session,
    id: id.describe('Of the panel to change; a new one is made if absent.'),
    position: z.enum(['top', 'bottom']).optional(),
    height: z.number().int().min(1).max(MAX_CELLS).optional(),
    z: order.optional().describe('Higher ones are nearer to the edge.'),
    background: background.optional(),
    spans: spans.optional(),
    focusable: z.boolean().optional().describe('For a new one.'),
    list,
  }),
  run: async (ask, { list, id, ...change }) => {
    const { session } = change
    if (list) return { panels: await ask('list_panels', { session }) }
    if (id === undefined) {
      const whole = { ...change, position: change.position ?? 'bottom', height: change.height ?? 1 }
      return { status: 'created', ...(await ask<object>('create_panel', whole)) }
    }
    await ask('patch_panel', { ...change, id })
    return { status: 'updated', ...(await ask<object>('get_panel', { session, id })) }
  },
})

const removal = z.object({ session, id: id.describe('All of them if absent.') })

const removeOverlay = tool({
  name: 'wsh_remove_overlay',
  description: 'Take an overlay away, or all of them; what it covered is seen again.',
  params: removal,
  run: (ask, { session, id }) => remove(ask, 'overlay', session, id),
})

const removePanel = tool({
  name: 'wsh_remove_panel',
  description: 'Take a panel away, or all of them; the program gets its rows back.',
  params: removal,
  run: (ask, { session, id }) => remove(ask, 'panel', session, id),
})

async function remove(ask: Ask, kind: 'overlay' | 'panel', session: string, id: string | undefined): Promise<object> {
  if (id === undefined) {
    await ask(`clear_${kind}s`, { session })
    return { status: 'cleared' }
  }
  await ask(`delete_${kind}`, { session, id })
  return { status: 'removed', id }
}

const inputMode = tool({
  name: 'wsh_input_mode',
  description:
    'Say whether attached keyboards reach the program or are captured, and which element has the focus; or change it.',
  params: z.object({
    session,
    mode: z.enum(['capture', 'release']).optional(),
    focus: z.string().optional().describe('Id of a focusable overlay or panel.'),
    unfocus: z.boolean().default(false),
  }),
  run: async (ask, { session, mode, focus, unfocus }) => {
    if (mode) await ask(`${mode}_input`, { session })
    if (focus !== undefined) await ask('focus', { session, id: focus })
    if (unfocus) await ask('unfocus', { session })
    const [now, { focused }] = await Promise.all([
      ask<{ mode: string }>('get_input_mode', { session }),
      ask<{ focused: string | null }>('get_focus', { session }),
    ])
    return { ...now, focused_element: focused }
  },
})

const screenMode = tool({
  name: 'wsh_screen_mode',
  description: 'Say which set of overlays and panels is shown; or set them aside and begin with none, or go back.',
  params: z.object({ session, action: z.enum(['enter_alt', 'exit_alt']).optional() }),
  run: async (ask, { session, action }) => {
    if (action) await ask(`${action}_screen`, { session })
    return ask('get_screen_mode', { session })
  },
})

export const elementTools = [overlay, removeOverlay, panel, removePanel, inputMode, screenMode]
