/**
 * The words of the engine's public surface: colours, cells, rows, snapshots, modes and events. Types only; the
 * behaviour lives in terminal.ts and the folders beside it. Rows and columns are 0-based everywhere.
 */
import type { ModeName } from './modes.js'

export interface Rgb {
  readonly r: number
  readonly g: number
  readonly b: number
}

/** null is the default colour, a number an index into the 256-colour palette. */
export type Color = null | number | Rgb

export type UnderlineStyle = 'none' | 'single' | 'double' | 'curly' | 'dotted' | 'dashed'

export type Script = 'normal' | 'superscript' | 'subscript'

export interface Hyperlink {
  readonly uri: string
  /** The `id=` parameter if the program gave one: cells with the same id and uri are one link. */
  readonly id: string | null
}

export interface Cell {
  /** The grapheme cluster in this cell; '' for a blank cell and for the second half of a wide character. */
  readonly text: string
  /** 1, 2 for the first cell of a wide character, 0 for its second. */
  readonly width: 0 | 1 | 2
  readonly fg: Color
  readonly bg: Color
  readonly bold: boolean
  readonly dim: boolean
  readonly italic: boolean
  readonly underline: UnderlineStyle
  readonly underlineColor: Color
  readonly blink: boolean
  readonly reverse: boolean
  readonly hidden: boolean
  readonly strikethrough: boolean
  readonly overline: boolean
  /** Small and raised, or small and lowered. */
  readonly script: Script
  readonly hyperlink: Hyperlink | null
}

export type CursorShape = 'block' | 'underline' | 'bar'

export interface Cursor {
  readonly row: number
  readonly col: number
  readonly visible: boolean
  readonly shape: CursorShape
  readonly blinking: boolean
}

/** An inclusive rectangle of cells. */
export interface Region {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** One line of cells, of the screen or of the history. Immutable. */
export interface Row {
  /** The row's text, right-trimmed of blanks that were never written or are spaces. */
  readonly text: string
  /** True when the line goes on in the next row because it was wrapped, not ended. */
  readonly wrapped: boolean
  /** How many cells up to and including the last that is not a default blank. */
  readonly usedCols: number
  /** The row is meant to be shown at double width, or as the top or bottom half of a row of double width and height. */
  readonly doubled?: 'width' | 'top' | 'bottom'
  cell(col: number): Cell
}

export interface TextOptions {
  readonly region?: Region | null
  /** Trim blanks at the end of each row; true if absent. */
  readonly trim?: boolean
}

/** The screen at one revision: an immutable value. */
export interface Snapshot {
  readonly revision: number
  readonly cols: number
  readonly rows: number
  readonly cursor: Cursor
  readonly title: string
  readonly alternateScreen: boolean
  /** Number of scrollback rows at that revision. */
  readonly history: number
  /** True in DECSCNM: default foreground and background are swapped for the whole screen. */
  readonly reverseVideo: boolean
  /** Colours that the program (or an API) changed away from the theme. */
  readonly palette: PaletteOverrides
  row(row: number): Row
  cell(row: number, col: number): Cell
  text(options?: TextOptions): string
}

export interface PaletteOverrides {
  /** Index 0–255 → colour; only changed entries. */
  readonly colors: ReadonlyMap<number, Rgb>
  readonly foreground: Rgb | null
  readonly background: Rgb | null
  readonly cursor: Rgb | null
}

export type MouseTracking = 'none' | 'x10' | 'normal' | 'button' | 'any'
export type MouseEncoding = 'default' | 'utf8' | 'sgr' | 'urxvt' | 'sgrPixel'

/** The state a program has put the terminal in, by name: every row of the mode table, and what is derived from them. */
export interface TerminalModes extends Readonly<Record<ModeName, boolean>> {
  readonly mouseTracking: MouseTracking
  readonly mouseEncoding: MouseEncoding
  /** Current kitty keyboard flags, 0 when off. */
  readonly kittyKeyboard: number
  /** xterm modifyOtherKeys level: 0, 1 or 2. */
  readonly modifyOtherKeys: number
  /** 1: modifyOtherKeys sends CSI u, else CSI 27 ~. */
  readonly formatOtherKeys: number
  /** Where modifiers of cursor and function keys go, as XTMODKEYS numbers it: -1 to 3, 2 at first. */
  readonly modifyCursorKeys: number
  readonly modifyFunctionKeys: number
}

export type PictureFormat = 'file' | 'rgb' | 'rgba' | 'sixel'

/** A picture as the program sent it, unchecked: only its length is bounded. */
export interface Picture {
  /** `file` is an image file, such as PNG; all but sixels are in base64. */
  readonly format: PictureFormat
  /** The data, before base64, is a zlib stream. */
  readonly compressed: boolean
  /** What the program said, or the file does. */
  readonly width: number
  readonly height: number
  /** Null once it was dropped for newer ones. */
  readonly data: string | null
}

/** A picture, or the part of it in `crop` (pixels), stretched over so many cells. */
export interface PicturePlacement {
  readonly picture: Picture
  readonly cols: number
  readonly rows: number
  readonly crop: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null
}

/** `count` cells of a row of the screen that show those of a picture, from its cell `pictureRow`, `pictureCol` on. */
export interface PictureCells {
  readonly placement: PicturePlacement
  readonly row: number
  readonly col: number
  readonly count: number
  readonly pictureRow: number
  readonly pictureCol: number
}

export type NotificationSource = 'osc9' | 'osc99' | 'osc777'
export type ImageProtocol = 'sixel' | 'kitty' | 'iterm2'

/** What a program reported to the terminal besides what to show. */
export type TerminalEvent =
  | { readonly type: 'bell' }
  | { readonly type: 'title'; readonly title: string; readonly iconName: string | null }
  | { readonly type: 'iconName'; readonly iconName: string }
  | { readonly type: 'cwd'; readonly cwd: string; readonly uri: string | null }
  | { readonly type: 'alternateScreen'; readonly active: boolean }
  | { readonly type: 'cursorStyle'; readonly visible: boolean; readonly shape: CursorShape; readonly blinking: boolean }
  /** `mode` is a name of TerminalModes or of the mode table; `enabled` false when it was reset. */
  | { readonly type: 'mode'; readonly mode: string; readonly enabled: boolean }
  | { readonly type: 'clipboard'; readonly selection: string; readonly base64: string; readonly text: string }
  | {
      readonly type: 'notification'
      readonly title: string | null
      readonly body: string
      readonly urgency: 'low' | 'normal' | 'critical'
      readonly source: NotificationSource
    }
  | {
      readonly type: 'progress'
      readonly state: 'none' | 'value' | 'error' | 'indeterminate' | 'warning'
      readonly percent: number | null
    }
  /** OSC 133 and 633: A promptStart, B commandStart, C outputStart, D commandFinished. */
  | {
      readonly type: 'promptMark'
      readonly mark: 'promptStart' | 'commandStart' | 'outputStart' | 'commandFinished'
      readonly exitCode: number | null
      /** The command line if the shell reported it (633;E or a cmdline parameter). */
      readonly command: string | null
      readonly params: Readonly<Record<string, string>>
      /**
       * Where the cursor was: `line` counts from the first line ever (history included), so it survives scrolling. Who
       * keeps the event and reads it later gets the place that the text has then: it follows a resize.
       */
      readonly line: number
      readonly col: number
    }
  | {
      readonly type: 'palette'
      /** Keys are '0'…'255' and the names of OSC 10–19 ('foreground', …); null means back to the theme's colour. */
      readonly changes: Readonly<Record<string, Rgb | null>>
      readonly source: 'osc4' | 'osc10' | 'push' | 'pop'
    }
  | { readonly type: 'hyperlink'; readonly uri: string; readonly id: string | null }
  | {
      readonly type: 'image'
      readonly protocol: ImageProtocol
      /** Where its top left corner was put, before the image scrolled the screen. */
      readonly row: number
      /** The same, counted from the first line ever (history included); unlike a prompt mark's it stays as reported. */
      readonly line: number
      readonly col: number
      readonly widthCells: number
      readonly heightCells: number
      /** Pixels of what is shown: of the part that the program chose, not of the rest. */
      readonly widthPixels: number
      readonly heightPixels: number
      readonly imageId: number | null
    }
  | { readonly type: 'remoteHost'; readonly user: string; readonly host: string }
  | { readonly type: 'userVariable'; readonly key: string; readonly value: string }
  | {
      readonly type: 'fileTransfer'
      readonly action: 'send' | 'receive' | 'progress' | 'complete' | 'error'
      readonly filename: string | null
      readonly progress: number | null
      readonly error: string | null
    }
  | { readonly type: 'resized'; readonly cols: number; readonly rows: number }
  | { readonly type: 'reset' }
  /** All of the screen, or all of the history, was erased (ED). */
  | { readonly type: 'cleared'; readonly what: 'screen' | 'history' }

/** Which terminal programs take this one for: what it answers when they ask, and what it does not know. */
export interface TerminalIdentity {
  /** The parameters of DA1 and DA2, as in '62;22' and '1;10;0'. */
  readonly primary: string
  readonly secondary: string
  /** The answer to XTVERSION; null if it is not answered. */
  readonly version: string | null
  /** Whether kitty's keyboard protocol is known. */
  readonly kittyKeyboard: boolean
  /** Whether widths go by grapheme cluster at first; by code point otherwise. */
  readonly graphemeClusters: boolean
  /** Whether there is an alternate screen. */
  readonly alternateScreen: boolean
}

/** How much of what a program pushed it has not popped. */
export interface StackDepths {
  readonly titles: number
  readonly keyboard: number
  readonly colors: number
}

export interface TerminalOptions {
  readonly cols?: number
  readonly rows?: number
  /** Lines of history kept for the normal screen; 10,000 if absent. */
  readonly scrollback?: number
  /** Keep for each cell which revision wrote it, for `writtenAt`; false if absent: then only for each row. */
  readonly trackCells?: boolean
  /** Answer OSC 52 queries with the last text set; false if absent. */
  readonly allowClipboardRead?: boolean
  /** Answer DECRQCRA; false if absent, since it lets a program read the screen back. */
  readonly allowChecksum?: boolean
  /** Pixel size of a cell, for the window reports and image sizes; 8×16 if absent. */
  readonly cellWidth?: number
  readonly cellHeight?: number
  /** Its own if absent. */
  readonly identity?: TerminalIdentity
}
