/** Matchers that hold a screen against a stored one, as text and styles, as a picture, or against an outline in the test. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { findTheme, pngDifference, type RenderOptions, renderPng } from '@polytty/render'
import type { Region } from '@polytty/terminal'
import { compareSnapshots, describeDifference } from 'polytty/compare'
import { answerOf } from '../actions.js'
import { link, usesColors } from '../failure.js'
import { Locator } from '../locator.js'
import { readScreen, writeScreen } from '../snapshots/format.js'
import { type Mask, maskedCells, maskSnapshot } from '../snapshots/mask.js'
import { describeWanted, missingFrom, parseOutline, writeOutline } from '../snapshots/outline.js'
import { readStored, writeStored } from '../snapshots/store.js'
import type { TestedTerminal } from '../tested-terminal.js'
import { isInside, regionOf, type View } from '../view.js'
import { type Asked, type Outcome, onEither, pickOne, type Subject, type WaitingOptions } from './definition.js'

export interface ScreenOptions extends WaitingOptions {
  /** Besides the test's title; needed where a test has several that it does not always ask for in the same order. */
  readonly name?: string
  /** What may differ: texts, patterns, locators. */
  readonly mask?: readonly Mask[]
  /** Whether colours and attributes count; true if absent. */
  readonly styles?: boolean
}

export interface ImageOptions extends Omit<ScreenOptions, 'styles'>, Pick<RenderOptions, 'theme' | 'font' | 'scale'> {}

export interface OutlineOptions extends WaitingOptions {
  /** Nothing else may be there. */
  readonly exact?: boolean
}

const theme = findTheme('dark')

/** A form of a screen that is kept in a file. */
interface Kept<Content extends string | Uint8Array> {
  readonly ending: string
  take(view: View, region: Region): Content
  isSame(stored: Buffer, content: Content): boolean
  /** Lines for the error, and pictures into the folder. */
  explain(stored: Buffer, content: Content, folder: string | null): readonly string[]
}

export const toMatchScreen = onEither((subject, options: ScreenOptions = {}) => {
  const { mask = [], styles = true } = options
  return held<string>(subject, options, {
    ending: '.screen.txt',
    take: (view, region) => writeScreen({ snapshot: view.snapshot, region, isMasked: maskedCells(view, mask) }, styles),
    isSame: (stored, content) => stored.toString('utf8').replaceAll('\r\n', '\n') === content,
    explain: (stored, content, folder) => {
      const [expected, actual] = [readScreen(stored.toString('utf8')), readScreen(content)]
      const comparison = compareSnapshots(expected, actual, { theme, styled: styles, masks: [] })
      const changed = new Map(comparison.changes.map(({ row, columns }) => [row, new Set(columns)]))
      const difference = maskSnapshot(actual, (row, col) => !changed.get(row)?.has(col))
      const pictures = [expected, actual, difference].map((screen) => renderPng(screen, { cursor: false }).bytes)
      return [...colored(describeDifference(expected, actual, comparison)), ...keepPictures(folder, pictures)]
    },
  })
})

/** Byte by byte: pictures are the same on every machine. */
export const toMatchImage = onEither((subject, options: ImageOptions = {}) => {
  const { mask = [], theme, font, scale } = options
  return held<Uint8Array>(subject, options, {
    ending: '.png',
    take: (view, region) => {
      const screen = maskSnapshot(view.snapshot, maskedCells(view, mask))
      return renderPng(screen, { region, cursor: false, theme, font, scale }).bytes
    },
    isSame: (stored, content) => stored.equals(content),
    explain: (stored, content, folder) => {
      const { bytes, pixels } = pngDifference(stored, content)
      return [`${pixels} pixels differ`, ...keepPictures(folder, [stored, content, bytes])]
    },
  })
})

function held<Content extends string | Uint8Array>(
  subject: Subject,
  options: ScreenOptions,
  kept: Kept<Content>,
): Asked {
  const tested: TestedTerminal = subject instanceof Locator ? subject.tested : subject
  const { mode } = tested.snapshots
  const path = tested.snapshots.pathOf(options.name, kept.ending)
  const stored = readStored(path)
  const expected = `as in ${path}`
  let last: Content | null = null
  const look = (view: View): Outcome => {
    const region = regionFor(subject, view)
    if ('outcome' in region) return region.outcome
    last = kept.take(view, region.region)
    if (stored === null) return { pass: false, expected, actual: 'there is no such snapshot' }
    return { pass: kept.isSame(stored, last), expected, actual: 'another screen' }
  }
  return {
    timeoutMs: stored === null ? 0 : options.timeoutMs,
    look,
    prepare: async () => {
      const mayWrite = stored === null ? mode !== 'none' : mode === 'all' || mode === 'changed'
      if (!mayWrite) return null
      await answerOf(tested.session, tested.settleMs)
      const outcome = look(tested.view())
      if (last === null) return outcome
      if (outcome.pass !== true || mode === 'all') writeStored(path, last)
      if (outcome.pass !== true) tested.note(`snapshot written: ${path}`)
      return { ...outcome, pass: true }
    },
    details: () => {
      if (last === null) return []
      if (stored === null)
        return ['run with POLYTTY_UPDATE=missing, or your runner’s flag to update snapshots, to write it']
      return [
        ...kept.explain(stored, last, pictureFolder(tested, path)),
        'if it is as it should be: POLYTTY_UPDATE=changed',
      ]
    },
  }
}

function regionFor(subject: Subject, view: View): { readonly region: Region } | { readonly outcome: Outcome } {
  if (!(subject instanceof Locator)) return { region: view.whole }
  const picked = pickOne(subject, view, {})
  return 'match' in picked ? { region: regionOf(picked.match) } : picked
}

function pictureFolder({ outputFolder }: TestedTerminal, path: string): string | null {
  return outputFolder && join(outputFolder, basename(path).replace(/\..*$/, ''))
}

const pictureNames = ['expected', 'actual', 'difference'] as const

function keepPictures(folder: string | null, pictures: readonly Uint8Array[]): string[] {
  if (folder === null) return []
  mkdirSync(folder, { recursive: true })
  return pictureNames.map((name, index) => {
    const path = join(folder, `${name}.png`)
    writeFileSync(path, pictures[index]!)
    return `picture, ${name}: ${link(path)}`
  })
}

function colored(patch: string): string[] {
  const paint = (line: string): string => {
    if (!usesColors()) return line
    return line.startsWith('-') ? `\x1b[31m${line}\x1b[m` : line.startsWith('+') ? `\x1b[32m${line}\x1b[m` : line
  }
  return patch.split('\n').map(paint)
}

export const toMatchOutline = onEither((subject, template: string, options: OutlineOptions = {}) => {
  const wanted = parseOutline(template)
  return {
    timeoutMs: options.timeoutMs,
    look: (view): Outcome => {
      const region = regionFor(subject, view)
      if ('outcome' in region) return region.outcome
      const elements = view.outline.flatMap(function pick(element): (typeof element)[] {
        const match = view.matchOf({ ...element }, element)
        return match && isInside(match, region.region) ? [element] : element.children.flatMap(pick)
      })
      const missing = missingFrom(elements, wanted, options.exact ?? false)
      const expected = missing === null || missing === 'more' ? 'this outline and no more' : describeWanted(missing)
      return { pass: missing === null, expected, actual: `the outline\n${writeOutline(elements).join('\n')}` }
    },
  }
})
