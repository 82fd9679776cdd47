/**
 * Every mode is one row here, with all that the terminal does about it: DECSET and SM, DECRQM, RIS, DECSTR, mode events,
 * the type and the values of `terminal.modes` and the documentation read this table. The effects and mirrors that rows
 * name are carried out in sequences/modes.ts and screen/alternate.ts, where the compiler asks for each of them.
 */

/** Modes of one group exclude each other; resetting any of them leaves none. */
type ModeGroup = 'mouseTracking' | 'mouseEncoding'

/** What happens at the moment a mode is set or reset, beyond its being remembered. */
export type ModeEffect =
  | 'moveToOrigin'
  | 'changeColumns'
  | 'changeMargins'
  | 'changeAppearance'
  | 'leaveAlternate'
  | 'showAlternate'
  | 'showAlternateAndClear'
  | 'showAlternateWithCursor'
  | 'saveCursor'
  | 'reportSize'

/** Where a mode is kept a second time, for the path that prints. */
export type ModeMirror = 'autoWrap' | 'origin' | 'newLine' | 'vt52' | 'insert' | 'clusters'

interface ModeBehavior {
  readonly group?: ModeGroup
  readonly effect?: ModeEffect
  /** Its effect decides whether it is stored. */
  readonly storedByEffect?: true
  readonly mirror?: ModeMirror
  /** The value after a soft reset (DECSTR); unchanged by it if absent. */
  readonly softReset?: boolean
  /** A change of it is one of the cursor's style. */
  readonly cursorStyle?: true
}

export interface Mode extends ModeBehavior {
  readonly number: number
  /** True for DEC private modes, `CSI ? Ps h`. */
  readonly private: boolean
  readonly name: string
  readonly initial: boolean
  readonly note: string
}

function row<Name extends string>(
  number: number,
  prefix: '' | '?',
  name: Name,
  initial: boolean,
  note: string,
  behavior: ModeBehavior = {},
): Mode & { readonly name: Name } {
  return { number, private: prefix === '?', name, initial, note, ...behavior }
}

export const modeTable = [
  row(2, '', 'keyboardLock', false, 'KAM: remembered', { softReset: false }),
  row(3, '', 'showControls', false, 'CRM: remembered'),
  row(4, '', 'insert', false, 'IRM: printing shifts the rest of the line right', {
    mirror: 'insert',
    softReset: false,
  }),
  row(12, '', 'sendReceive', true, 'SRM: local echo off; remembered'),
  row(20, '', 'newLine', false, 'LNM: line feed also returns the carriage', { mirror: 'newLine' }),
  row(1, '?', 'cursorKeys', false, 'DECCKM: arrows send SS3', { softReset: false }),
  row(2, '?', 'ansi', true, 'DECANM: reset, only the escapes of a VT52 are understood', { mirror: 'vt52' }),
  row(3, '?', 'columns132', false, 'DECCOLM: 132 columns, when mode 40 allows it', {
    effect: 'changeColumns',
    storedByEffect: true,
  }),
  row(4, '?', 'smoothScroll', false, 'DECSCLM: remembered'),
  row(5, '?', 'reverseVideo', false, 'DECSCNM: the whole screen in reverse', { effect: 'changeAppearance' }),
  row(6, '?', 'origin', false, 'DECOM: positions count from the margins', {
    mirror: 'origin',
    effect: 'moveToOrigin',
    softReset: false,
  }),
  row(7, '?', 'autoWrap', true, 'DECAWM', { mirror: 'autoWrap', softReset: true }),
  row(8, '?', 'autoRepeat', true, 'DECARM: remembered'),
  row(9, '?', 'mouseX10', false, 'Mouse: presses only', { group: 'mouseTracking' }),
  row(12, '?', 'cursorBlink', false, 'Cursor blinks', { cursorStyle: true }),
  row(13, '?', 'cursorBlinkMenu', false, 'Remembered'),
  row(14, '?', 'cursorBlinkXor', true, 'Remembered'),
  row(18, '?', 'printFormFeed', false, 'DECPFF: remembered'),
  row(19, '?', 'printExtent', true, 'DECPEX: remembered'),
  row(25, '?', 'cursorVisible', true, 'DECTCEM', { cursorStyle: true, softReset: true }),
  row(30, '?', 'scrollBar', false, 'Remembered'),
  row(35, '?', 'fontShifting', true, 'Remembered'),
  row(40, '?', 'allowColumns', false, 'Lets DECCOLM change the width'),
  row(41, '?', 'moreFix', false, 'A tab after a full line goes on in the next one'),
  row(42, '?', 'nationalCharsets', false, 'DECNRCM: remembered', { softReset: false }),
  row(44, '?', 'marginBell', false, 'Remembered'),
  row(45, '?', 'reverseWrap', false, 'Backspace at the left edge goes up into a row that was wrapped', {
    softReset: false,
  }),
  row(47, '?', 'alternateScreen47', false, 'Alternate screen', { effect: 'showAlternate', storedByEffect: true }),
  row(66, '?', 'keypad', false, 'DECNKM: application keypad', { softReset: false }),
  row(67, '?', 'backarrowKey', false, 'DECBKM: backarrow sends BS'),
  row(69, '?', 'leftRightMargins', false, 'DECLRMM: CSI s sets left and right margins', {
    effect: 'changeMargins',
    softReset: false,
  }),
  row(80, '?', 'sixelDisplay', false, 'DECSDM: sixels begin at the top left corner and do not move the cursor'),
  row(95, '?', 'keepOnColumns', false, 'DECNCSM: DECCOLM does not clear'),
  row(1000, '?', 'mouseNormal', false, 'Mouse: presses and releases', { group: 'mouseTracking' }),
  row(1002, '?', 'mouseButton', false, 'Mouse: and motion with a button held', { group: 'mouseTracking' }),
  row(1003, '?', 'mouseAny', false, 'Mouse: and all motion', { group: 'mouseTracking' }),
  row(1004, '?', 'focusReporting', false, 'Focus in and out are reported'),
  row(1005, '?', 'mouseUtf8', false, 'Mouse coordinates as UTF-8', { group: 'mouseEncoding' }),
  row(1006, '?', 'mouseSgr', false, 'Mouse coordinates as SGR', { group: 'mouseEncoding' }),
  row(1007, '?', 'alternateScroll', false, 'The wheel sends arrows on the alternate screen'),
  row(1010, '?', 'scrollOnOutput', false, 'Remembered'),
  row(1011, '?', 'scrollOnKey', false, 'Remembered'),
  row(1015, '?', 'mouseUrxvt', false, 'Mouse coordinates as urxvt', { group: 'mouseEncoding' }),
  row(1016, '?', 'mouseSgrPixel', false, 'Mouse coordinates as SGR in pixels', { group: 'mouseEncoding' }),
  row(1034, '?', 'eightBitMeta', false, 'Remembered'),
  row(1035, '?', 'numLock', true, 'Num Lock takes the application keypad back to digits'),
  row(1036, '?', 'metaSendsEscape', true, 'Alt and Meta send an ESC before the key'),
  row(1037, '?', 'deleteSendsDel', false, 'Remembered'),
  row(1039, '?', 'altSendsEscape', true, 'Remembered'),
  row(1040, '?', 'keepSelection', true, 'Remembered'),
  row(1041, '?', 'selectToClipboard', false, 'Remembered'),
  row(1042, '?', 'bellIsUrgent', false, 'Remembered'),
  row(1043, '?', 'bellRaises', false, 'Remembered'),
  row(1044, '?', 'keepClipboard', false, 'Remembered'),
  row(1045, '?', 'extendedReverseWrap', false, 'The same into any row, and from the top to the bottom', {
    softReset: false,
  }),
  row(1046, '?', 'alternateAllowed', true, 'Reset, the alternate screen is left and not entered', {
    effect: 'leaveAlternate',
  }),
  row(1047, '?', 'alternateScreen1047', false, 'Alternate screen, cleared when left', {
    effect: 'showAlternateAndClear',
    storedByEffect: true,
  }),
  row(1048, '?', 'savedCursor', false, 'Save and restore the cursor', { effect: 'saveCursor' }),
  row(1049, '?', 'alternateScreen', false, 'Alternate screen, cleared when entered, with the cursor saved', {
    effect: 'showAlternateWithCursor',
    storedByEffect: true,
  }),
  row(1050, '?', 'terminfoKeys', false, 'Remembered'),
  row(1051, '?', 'sunKeys', false, 'Remembered'),
  row(1052, '?', 'hpKeys', false, 'Remembered'),
  row(1053, '?', 'scoKeys', false, 'Remembered'),
  row(1060, '?', 'legacyKeys', false, 'Remembered'),
  row(1061, '?', 'vt220Keys', false, 'Remembered'),
  row(1070, '?', 'sixelPrivatePalette', true, 'Remembered'),
  row(2001, '?', 'clickMovesPoint', false, 'Remembered'),
  row(2002, '?', 'pressMovesPoint', false, 'Remembered'),
  row(2003, '?', 'doubleClickDeletes', false, 'Remembered'),
  row(2004, '?', 'bracketedPaste', false, 'Pastes are marked'),
  row(2005, '?', 'pasteQuotes', false, 'Remembered'),
  row(2006, '?', 'pasteLiteralNewline', false, 'Remembered'),
  row(2026, '?', 'synchronizedOutput', false, 'The program is in the middle of a frame'),
  row(2027, '?', 'graphemeClusters', true, 'Widths by grapheme cluster; off: by code point', { mirror: 'clusters' }),
  row(2031, '?', 'colorSchemeUpdates', false, 'Changes of the colour scheme are reported'),
  row(2048, '?', 'inBandResize', false, 'Resizes are reported in the stream', { effect: 'reportSize' }),
  row(8452, '?', 'sixelCursorRight', false, 'The cursor ends to the right of a sixel image'),
] as const satisfies readonly Mode[]

const byNumber = new Map<number, number>()
for (const [index, mode] of modeTable.entries()) byNumber.set(mode.private ? mode.number : -mode.number - 1, index)

/** The table row of a mode number, or -1. */
export function findMode(number: number, isPrivate: boolean): number {
  return byNumber.get(isPrivate ? number : -number - 1) ?? -1
}

export type ModeName = (typeof modeTable)[number]['name']

const byName = new Map<string, number>(modeTable.map((mode, index) => [mode.name, index]))

export function modeIndex(name: ModeName): number {
  return byName.get(name)!
}
