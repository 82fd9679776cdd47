/** All declarations in one list: what dispatch and the documentation are made from. */
import { cursor } from './cursor.js'
import { dcs } from './dcs.js'
import type { Sequence, StreamedSequence, StringSequence } from './declare.js'
import { erase } from './erase.js'
import { images } from './images.js'
import { keyboard } from './keyboard.js'
import { modes } from './modes.js'
import { osc } from './osc.js'
import { oscColors } from './osc-colors.js'
import { peripherals } from './peripherals.js'
import { rectangles } from './rectangles.js'
import { regions } from './regions.js'
import { reports } from './reports.js'
import { sgr } from './sgr.js'
import { shellMarks } from './shell-marks.js'
import { windowReports } from './window.js'

/** Groups of the support table, in reading order. */
export const sequenceGroups: Readonly<Record<string, Readonly<Record<string, Sequence>>>> = {
  'Cursor and tabs': cursor,
  'Erasing, inserting, scrolling': erase,
  'Colours and attributes': sgr,
  'Modes and resets': modes,
  Rectangles: rectangles,
  'Margins, character sets, small controls': regions,
  'Questions and answers': reports,
  'Window and titles': windowReports,
  Keyboard: keyboard,
  'Printer, locator, status line': peripherals,
}

export const stringGroups: Readonly<Record<string, Readonly<Record<string, StringSequence | StreamedSequence>>>> = {
  'Titles, links, clipboard, notifications': osc,
  'Colours by OSC': oscColors,
  'Shell integration': shellMarks,
  'Device control strings': dcs,
  Images: images,
}

export const allSequences: readonly [string, Sequence][] = Object.values(sequenceGroups).flatMap(Object.entries)
export const allStrings: readonly [string, StringSequence | StreamedSequence][] = Object.values(stringGroups).flatMap(
  Object.entries,
)
