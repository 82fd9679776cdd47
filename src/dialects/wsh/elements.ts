/**
 * The overlays and panels of one session: made, changed, ordered and deleted here, with their bounds. What they look
 * like is in draw.ts, how they come together with the screen in compose.ts.
 */
import { randomUUID } from 'node:crypto'
import { Emitter } from '../../base/emitter.js'
import type { Snapshot } from '../../terminal/index.js'
import { type Content, draw, MAX_CELLS, measure } from './draw.js'
import { refuse } from './errors.js'
import { MAX_PIECES, type RegionWrite, type Span, type SpanChange, type SpanColor } from './params.js'

export type ScreenMode = 'normal' | 'alt'
type Background = { readonly bg: SpanColor } | null

interface ElementOptions {
  readonly z?: number | null
  readonly spans: readonly Span[]
  readonly background?: Background
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

/** What overlays and panels have in common. A change makes a new picture when one is next asked for. */
export class Element implements Content {
  readonly id = randomUUID()
  readonly focusable: boolean
  z: number
  spans: readonly Span[]
  writes: readonly RegionWrite[] = []
  background: Background
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

  /** The picture in this size; kept until something changes. */
  show(cols: number, rows: number): Snapshot {
    if (this.picture?.cols !== cols || this.picture.rows !== rows) this.picture = draw(this, cols, rows)
    return this.picture
  }

  redraw(): void {
    this.picture = null
  }
}

export class Overlay extends Element {
  x: number
  y: number
  /** As given; derived from the spans where the client gave none. */
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

  resize(width: number | null | undefined, height: number | null | undefined): void {
    this.givenWidth = width ?? this.givenWidth
    this.givenHeight = height ?? this.givenHeight
  }
}

export class Panel extends Element {
  position: 'top' | 'bottom'
  height: number

  constructor(options: PanelOptions, z: number, mode: ScreenMode) {
    super(options, z, mode)
    this.position = options.position
    this.height = options.height
  }
}

/** Elements of one kind. */
const MAX_ELEMENTS = 256

export class Elements {
  /** Something looks different; `panels` when the room that is left for the program may have changed. */
  readonly onChange = new Emitter<{ readonly panels: boolean }>()
  screenMode: ScreenMode = 'normal'
  private readonly overlays = new Map<string, Overlay>()
  private readonly panels = new Map<string, Panel>()
  private nextZ = 1
  private focusedId: string | null = null

  /** The element that has the focus, if any. */
  get focused(): string | null {
    return this.focusedId
  }

  /** Those of the current screen mode, lowest first. */
  listOverlays(): Overlay[] {
    return this.current(this.overlays).sort((a, b) => a.z - b.z)
  }

  /** Those of the current screen mode: top before bottom, then the highest first. */
  listPanels(): Panel[] {
    const rank = (panel: Panel): number => (panel.position === 'top' ? 0 : 1)
    return this.current(this.panels).sort((a, b) => rank(a) - rank(b) || b.z - a.z)
  }

  addOverlay(options: OverlayOptions): Overlay {
    this.requireRoom(this.overlays.size, 'overlays')
    requireOverlaySize(options.width, options.height)
    const overlay = new Overlay(options, this.takeZ(options.z), this.screenMode)
    this.overlays.set(overlay.id, overlay)
    this.onChange.emit({ panels: false })
    return overlay
  }

  addPanel(options: PanelOptions): Panel {
    this.requireRoom(this.panels.size, 'panels')
    const panel = new Panel(options, this.takeZ(options.z), this.screenMode)
    this.panels.set(panel.id, panel)
    this.onChange.emit({ panels: true })
    return panel
  }

  overlay(id: string): Overlay {
    const overlay = this.overlays.get(id)
    if (!overlay) throw refuse('overlay_not_found', `No overlay exists with id '${id}'.`)
    return overlay
  }

  panel(id: string): Panel {
    const panel = this.panels.get(id)
    if (!panel) throw refuse('panel_not_found', `No panel exists with id '${id}'.`)
    return panel
  }

  changeOverlay(id: string, change: Partial<Omit<OverlayOptions, 'focusable'>>): void {
    const overlay = this.overlay(id)
    requireOverlaySize(change.width, change.height)
    overlay.x = change.x ?? overlay.x
    overlay.y = change.y ?? overlay.y
    overlay.resize(change.width, change.height)
    this.changeCommon(overlay, change)
    this.onChange.emit({ panels: false })
  }

  changePanel(id: string, change: Partial<Omit<PanelOptions, 'focusable'>>): void {
    const panel = this.panel(id)
    panel.position = change.position ?? panel.position
    panel.height = change.height ?? panel.height
    this.changeCommon(panel, change)
    this.onChange.emit({ panels: true })
  }

  /** Changes spans by their ids and writes into the element, both or neither. */
  update(element: Element, changes: readonly SpanChange[], writes: readonly RegionWrite[]): void {
    const spans = changeSpans(element.spans, changes)
    const merged = mergeWrites(element.writes, writes)
    if (merged.length > MAX_PIECES)
      throw refuse('resource_limit_reached', `an element holds at most ${MAX_PIECES} region writes`)
    element.spans = spans
    element.writes = merged
    element.redraw()
    this.onChange.emit({ panels: false })
  }

  deleteOverlay(id: string): void {
    this.overlays.delete(this.overlay(id).id)
    this.forget([id], false)
  }

  deletePanel(id: string): void {
    this.panels.delete(this.panel(id).id)
    this.forget([id], true)
  }

  clearOverlays(): void {
    this.clear(this.overlays, false)
  }

  clearPanels(): void {
    this.clear(this.panels, true)
  }

  focus(id: string): void {
    const element = this.overlays.get(id) ?? this.panels.get(id)
    if (!element) throw refuse('invalid_request', `No overlay or panel exists with id '${id}'.`)
    if (!element.focusable) throw refuse('not_focusable', `Target '${id}' is not focusable.`)
    this.focusedId = id
  }

  unfocus(): void {
    this.focusedId = null
  }

  enterAlt(): void {
    if (this.screenMode === 'alt') throw refuse('already_in_alt_screen', 'The session is in alternate mode already.')
    this.screenMode = 'alt'
    this.onChange.emit({ panels: true })
  }

  /** What was made on the alternate screen goes with it. */
  exitAlt(): void {
    if (this.screenMode === 'normal') throw refuse('not_in_alt_screen', 'The session is not in alternate mode.')
    const ids = [...this.overlays.values(), ...this.panels.values()].filter(isAlt).map(({ id }) => id)
    for (const id of ids) {
      this.overlays.delete(id)
      this.panels.delete(id)
    }
    this.screenMode = 'normal'
    this.forget(ids, true)
  }

  private current<T extends Element>(elements: ReadonlyMap<string, T>): T[] {
    return [...elements.values()].filter(({ screenMode }) => screenMode === this.screenMode)
  }

  private clear(elements: Map<string, Element>, panels: boolean): void {
    const ids = this.current(elements).map(({ id }) => id)
    for (const id of ids) elements.delete(id)
    this.forget(ids, panels)
  }

  private forget(ids: readonly string[], panels: boolean): void {
    if (this.focusedId !== null && ids.includes(this.focusedId)) this.focusedId = null
    this.onChange.emit({ panels })
  }

  private changeCommon(element: Element, { z, spans, background }: Partial<ElementOptions>): void {
    element.z = z ?? element.z
    element.spans = spans ?? element.spans
    element.background = background ?? element.background
    element.redraw()
  }

  private takeZ(given: number | null | undefined): number {
    const z = given ?? this.nextZ
    this.nextZ = Math.max(this.nextZ, z + 1)
    return z
  }

  private requireRoom(count: number, what: string): void {
    if (count >= MAX_ELEMENTS) throw refuse('resource_limit_reached', `a session holds at most ${MAX_ELEMENTS} ${what}`)
  }
}

function isAlt({ screenMode }: Element): boolean {
  return screenMode === 'alt'
}

function requireOverlaySize(width: number | null | undefined, height: number | null | undefined): void {
  for (const [name, value] of Object.entries({ width, height }))
    if (value !== null && value !== undefined && !(value >= 1 && value <= MAX_CELLS))
      throw refuse('invalid_overlay', `an overlay's ${name} is 1 to ${MAX_CELLS}, not ${value}`)
}

function changeSpans(spans: readonly Span[], changes: readonly SpanChange[]): readonly Span[] {
  const byId = new Map(changes.map((change) => [change.id, change]))
  return spans.map((span) => {
    const change = span.id === undefined ? undefined : byId.get(span.id)
    return change ? { ...span, ...change } : span
  })
}

/** A write at the same place replaces the earlier one. */
function mergeWrites(earlier: readonly RegionWrite[], later: readonly RegionWrite[]): readonly RegionWrite[] {
  const places = new Map(earlier.map((write) => [`${write.row};${write.col}`, write]))
  for (const write of later) {
    const place = `${write.row};${write.col}`
    places.delete(place)
    places.set(place, write)
  }
  return [...places.values()]
}
