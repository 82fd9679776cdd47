/** Looking at the screen, and keeping what was seen. */
import { z } from 'zod'
import { method } from '../context.js'
import { regionOf, viewFilters } from '../encode.js'
import { writeArtifact } from '../files.js'
import { artifactName, renderOverrides } from '../params.js'
import { besideSnapshot, drawSnapshot, writeSnapshot } from '../snapshot-file.js'
import { snapshotTheme } from '../themes.js'
import type { Tui } from '../tui.js'

const currentView = method({
  name: 'currentView',
  summary: 'The text of the screen or of a part of it, every row padded to its full width.',
  params: z
    .object(viewFilters)
    .refine(({ rows, region, entireRow, entireCol }) => countGiven(rows, region, entireRow, entireCol) <= 1, {
      message: 'give only one of rows, region, entireRow and entireCol',
    }),
  result: z.object({ text: z.string(), rows: z.number().int(), cols: z.number().int() }),
  errors: ['session-not-found', 'invalid-params'],
  examples: [
    { params: null, result: { text: '$any', rows: 40, cols: 134 } },
    { params: { rows: { start: 1, end: 2 } }, result: { text: '$any', rows: 2, cols: 134 } },
    { params: { region: { col: 1, row: 1, width: 3, height: 2 } }, result: { text: '   \n   ', rows: 2, cols: 3 } },
    {
      about: 'all rows of a part',
      params: { region: { col: 2, row: 0, width: 4, height: 1 } },
      result: { rows: 40, cols: 4 },
    },
    { params: { entireRow: 0 }, result: { rows: 40, cols: 134 } },
    { params: { entireCol: 134 }, result: { rows: 40, cols: 1 } },
    { about: 'two filters', params: { entireRow: 1, entireCol: 1 }, error: -32602 },
    { about: 'beyond the edge', params: { entireRow: 41 }, error: -32602 },
  ],
  handler: async (client, filters, { signal }) => {
    const snapshot = (await client.settled(signal)).snapshot()
    const region = regionOf(filters, snapshot)
    return {
      text: snapshot.text({ region, trim: false }),
      rows: region.bottom - region.top + 1,
      cols: region.right - region.left + 1,
    }
  },
})

function countGiven(...values: unknown[]): number {
  return values.filter((value) => value !== undefined && value !== null).length
}

const paths = { snapshotPath: z.string(), metaPath: z.string(), artifactRoot: z.string() }

type Overrides = z.output<z.ZodObject<typeof renderOverrides>>

/** Writes the screen as it is now. */
function keep(tui: Tui, name: string) {
  const { artifacts } = tui
  return { ...writeSnapshot(artifacts.snapshotStem(name), tui.snapshot()), artifactRoot: artifacts.root }
}

/** The same, and draws it. The theme is looked up first, so that a wrong one leaves no files behind. */
async function keepWithPicture(tui: Tui, name: string, { theme: wanted, font, rows, cols }: Overrides) {
  const theme = wanted ? snapshotTheme(wanted) : tui.settings.theme
  const kept = keep(tui, name)
  const pngPath = besideSnapshot(kept.snapshotPath, '.png')
  const size = { rows: rows ?? undefined, cols: cols ?? undefined }
  writeArtifact(pngPath, await drawSnapshot(kept.snapshotPath, { theme, font, ...size }))
  return { ...kept, pngPath }
}

const dumpView = method({
  name: 'dumpView',
  summary:
    'Write the screen to snapshots/ in the session folder: as text with escape sequences, as a picture, or both.',
  params: z.object({
    name: artifactName,
    format: z.enum(['ansi', 'png', 'both']).nullish().describe('ansi if absent. The text is written in any case.'),
    ...renderOverrides,
  }),
  result: z.object({ ...paths, pngPath: z.string().optional() }),
  errors: ['session-not-found', 'invalid-params'],
  examples: [
    {
      params: { name: 'First View' },
      result: {
        snapshotPath: { $match: 'snapshots/first-view.ansi.txt$' },
        metaPath: { $match: 'first-view.meta.json$' },
      },
    },
    { params: { name: 'both', format: 'both' }, result: { pngPath: { $match: 'snapshots/both.png$' } } },
    { about: 'no such theme', params: { name: 'x', format: 'png', theme: 'pink' }, error: -32602 },
  ],
  handler: async (client, { name, format, ...picture }, { signal }) => {
    const tui = await client.settled(signal)
    return format === 'png' || format === 'both' ? keepWithPicture(tui, name, picture) : keep(tui, name)
  },
})

const renderView = method({
  name: 'renderView',
  summary: 'Write the screen to snapshots/ in the session folder, as text and as a picture.',
  params: z.object({ name: artifactName, ...renderOverrides }),
  result: z.object({ ...paths, pngPath: z.string() }),
  errors: ['session-not-found', 'invalid-params'],
  examples: [
    {
      params: { name: 'view', theme: 'light', cols: 40, rows: 5 },
      result: { pngPath: { $match: 'snapshots/view.png$' } },
    },
  ],
  handler: async (client, { name, ...picture }, { signal }) =>
    keepWithPicture(await client.settled(signal), name, picture),
})

export const viewMethods = [currentView, dumpView, renderView]
