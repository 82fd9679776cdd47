/** One overlay or panel: its text, its place, and its picture, which is kept until something changes. */
import { randomUUID } from 'node:crypto'
import type { Snapshot } from '@polytty/terminal'
import type { Background, Content, RegionWrite, Span } from './content.js'
import { draw, measure } from './draw.js'

/** Elements belong to the screen mode they were made in. */
export type ScreenMode = 'normal' | 'alt'

interface ElementOptions {
  readonly z?: number | null
  readonly spans: readonly Span[]
  readonly background?: Background | null
  readonly focusable?: boolean | null
}

export interface OverlayOptions extends ElementOptions {
  readonly x: number
  readonly y: number
  readonly width?: number | null
  readonly height?: number | null
}

export interface PanelOptions extends ElementOptions {
  readonly position: 'top' | 'bottom'
  readonly height: number
}

export abstract class Element implements Content {
  readonly id = randomUUID()
  readonly focusable: boolean
  z: number
  spans: readonly Span[]
  writes: readonly RegionWrite[] = []
  background: Background | null
  private picture: Snapshot | null = null

  constructor(
    options: ElementOptions,
    z: number,
    readonly screenMode: ScreenMode,
  ) {
    this.z = options.z ?? z
    this.spans = options.spans
    this.background = options.background ?? null
    this.focusable = options.focusable ?? false
  }

  /** The picture in this size. */
  show(cols: number, rows: number): Snapshot {
    if (this.picture?.cols !== cols || this.picture.rows !== rows) this.picture = draw(this, cols, rows)
    return this.picture
  }

  change({ z, spans, background }: Partial<ElementOptions>): void {
    this.z = z ?? this.z
    this.background = background ?? this.background
    this.setContent(spans ?? this.spans, this.writes)
  }

  setContent(spans: readonly Span[], writes: readonly RegionWrite[]): void {
    this.spans = spans
    this.writes = writes
    this.picture = null
  }
}

/** Text on top of the screen, anywhere. Its size is that of its text unless it is given. */
export class Overlay extends Element {
  x: number
  y: number
  private givenWidth: number | null
  private givenHeight: number | null

  constructor(options: OverlayOptions, z: number, mode: ScreenMode) {
    super(options, z, mode)
    this.x = options.x
    this.y = options.y
    this.givenWidth = options.width ?? null
    this.givenHeight = options.height ?? null
  }

  get width(): number {
    return this.givenWidth ?? measure(this.spans).cols
  }

  get height(): number {
    return this.givenHeight ?? measure(this.spans).rows
  }

  override change(change: Partial<OverlayOptions>): void {
    this.x = change.x ?? this.x
    this.y = change.y ?? this.y
    this.givenWidth = change.width ?? this.givenWidth
    this.givenHeight = change.height ?? this.givenHeight
    super.change(change)
  }
}

/** Rows at an edge that the program gives up while they are there. */
export class Panel extends Element {
  position: 'top' | 'bottom'
  height: number

  constructor(options: PanelOptions, z: number, mode: ScreenMode) {
    super(options, z, mode)
    this.position = options.position
    this.height = options.height
  }

  override change(change: Partial<PanelOptions>): void {
    this.position = change.position ?? this.position
    this.height = change.height ?? this.height
    super.change(change)
  }
}
