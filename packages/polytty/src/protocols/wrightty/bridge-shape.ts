/** A bridge as clients see it: what its panes can do, and what not. */
import { z } from 'zod'
import { type Bridge, bridgeGaps } from '../../session/index.js'

export const bridge = z.object({
  kind: z.string().describe('The other terminal, such as tmux.'),
  grade: z
    .enum(['bytes', 'screens'])
    .describe('Whether its output is read, of which the screen is made here, or only its screen.'),
  polled: z
    .boolean()
    .describe('It reports no changes: it is looked at again and again, after input and while watched.'),
  unsupported: z.array(z.enum(bridgeGaps)).describe('What its panes cannot do; that is answered by an error.'),
})

export function encodeBridge({ kind, grade, polled, unsupported }: Bridge): z.output<typeof bridge> {
  return { kind, grade, polled, unsupported: [...unsupported] }
}
