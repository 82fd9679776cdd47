/** Comparing screens: two files, or the screen with its baseline. */
import { existsSync } from 'node:fs'
import { renderPng } from '@polytty/render'
import type { Snapshot } from '@polytty/terminal'
import { z } from 'zod'
import { CoreError, knownFailure } from '../../../base/core-error.js'
import { type Comparison, compareSnapshots, describeDifference, sideBySide, summarize } from '../../../compare/index.js'
import { method } from '../context.js'
import { writeArtifact } from '../files.js'
import { artifactName, masks } from '../params.js'
import { cellMasks } from '../selector.js'
import type { Settings } from '../settings.js'
import { besideSnapshot, readSnapshot, writeSnapshot } from '../snapshot-file.js'

/** Rows and columns are counted from 1 in this dialect. */
const FIRST = 1

const diffView = method({
  name: 'diffView',
  summary: 'Compare two snapshot files by their text, or by how they look.',
  params: z.object({
    leftPath: z.string().min(1),
    rightPath: z.string().min(1),
    mode: z.enum(['text', 'styled']).nullish().describe('text if absent.'),
    masks,
  }),
  result: z.object({
    changed: z.boolean(),
    changedLines: z.number().int(),
    summary: z.string(),
    diff: z.string().describe('The changed lines for a person to read; empty if there are none.'),
  }),
  errors: ['session-not-found', 'not-found', 'invalid-pattern'],
  examples: [
    { about: 'a file that does not exist', params: { leftPath: '/no/left', rightPath: '/no/right' }, error: -32004 },
  ],
  deviation: 'Takes masks, and lists the changed lines in `diff` besides the summary.',
  handler: async (client, { leftPath, rightPath, mode, masks }) => {
    const { theme, cols, rows } = client.active().settings
    const left = await readSnapshot(leftPath, { cols, rows })
    const right = await readSnapshot(rightPath, { cols, rows })
    const comparison = compareSnapshots(left, right, { theme, styled: mode === 'styled', masks: cellMasks(masks) })
    return {
      changed: comparison.changes.length > 0,
      changedLines: comparison.changes.length,
      summary: summarize(comparison),
      diff: describeDifference(left, right, comparison, FIRST),
    }
  },
})

const expectSnapshot = method({
  name: 'expectSnapshot',
  summary: 'Fail unless the screen looks like its baseline. A baseline that is missing, or to be updated, is written.',
  params: z.object({ name: artifactName, masks }),
  result: z.object({
    ok: z.literal(true),
    actualPath: z.string(),
    baselinePath: z.string(),
    baselineExists: z.boolean(),
    baselineWritten: z.boolean().describe('Whether this call wrote it, so that nothing was compared.'),
  }),
  errors: ['session-not-found', 'conflict', 'invalid-pattern'],
  examples: [
    {
      about: 'the first time',
      params: { name: 'Start' },
      result: { ok: true, baselineExists: true, baselineWritten: true },
    },
  ],
  deviation: 'Takes masks, and on a mismatch draws expected, actual and difference to `<stem>.diff.png`.',
  handler: async (client, { name, masks }, { signal }) => {
    const tui = await client.settled(signal)
    const actualPath = writeSnapshot(tui.artifacts.snapshotStem(name), tui.snapshot()).snapshotPath
    const baselineStem = tui.artifacts.baselineStem(name)
    const baselinePath = `${baselineStem}.ansi.txt`
    const write = tui.settings.updateSnapshots || !existsSync(baselinePath)
    if (write) writeSnapshot(baselineStem, tui.snapshot())
    const paths = { actualPath, baselinePath }
    const [expected, actual] = [await readSnapshot(baselinePath), await readSnapshot(actualPath)]
    const options = { theme: tui.settings.theme, styled: true, masks: cellMasks(masks) }
    const comparison = compareSnapshots(expected, actual, options)
    if (!comparison.sameSize || comparison.changes.length > 0)
      throw mismatch(name, expected, actual, comparison, paths, tui.settings)
    return { ok: true as const, ...paths, baselineExists: true, baselineWritten: write }
  },
})

function mismatch(
  name: string,
  expected: Snapshot,
  actual: Snapshot,
  comparison: Comparison,
  paths: { actualPath: string; baselinePath: string },
  settings: Settings,
): CoreError {
  const diffPath = drawDifference(expected, actual, comparison, besideSnapshot(paths.actualPath, '.diff.png'), settings)
  const lines = [
    `Snapshot '${name}' does not look like its baseline. ${summarize(comparison)}`,
    describeDifference(expected, actual, comparison, FIRST),
    `expected: ${paths.baselinePath}`,
    `actual:   ${paths.actualPath}`,
    ...(diffPath ? [`picture:  ${diffPath}`] : []),
    'If the screen is as it should be, run again with updateSnapshots.',
  ]
  return new CoreError('conflict', lines.join('\n'), { ...paths, diffPath, changedLines: comparison.changes.length })
}

/** The path of the picture; null when three such screens would make too large a one. */
function drawDifference(
  expected: Snapshot,
  actual: Snapshot,
  comparison: Comparison,
  path: string,
  { theme }: Settings,
): string | null {
  try {
    writeArtifact(path, renderPng(sideBySide(expected, actual, comparison, theme), { theme, cursor: false }).bytes)
    return path
  } catch (error) {
    if (knownFailure(error)?.code === 'resource-limit') return null
    throw error
  }
}

export const snapshotMethods = [diffView, expectSnapshot]
