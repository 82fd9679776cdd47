/**
 * The overlays and panels of one session: made, changed, ordered and deleted here, with their bounds, and which of them
 * has the focus. draw.ts knows what they look like, compose.ts how they come together with the screen.
 */
import { CoreError, type CoreErrorCode } from '../base/core-error.js'
import { Emitter } from '../base/emitter.js'
import { MAX_CELLS } from '../base/limits.js'
import { MAX_PIECES, type RegionWrite, type Span, type SpanChange } from './content.js'
import { type Element, Overlay, type OverlayOptions, Panel, type PanelOptions, type ScreenMode } from './element.js'

/** The two kinds, and what each is made from. */
interface Kinds {
  overlay: { element: Overlay; options: OverlayOptions }
  panel: { element: Panel; options: PanelOptions }
}

export type ElementKind = keyof Kinds
export type ElementOf<K extends ElementKind> = Kinds[K]['element']
export type OptionsOf<K extends ElementKind> = Kinds[K]['options']

/** Elements of one kind. */
const MAX_ELEMENTS = 256

export class Elements {
  /** Something looks different; `panels` when the room that is left for the program may have changed. */
  readonly onChange = new Emitter<{ readonly panels: boolean }>()
  private readonly byKind: { readonly [K in ElementKind]: Map<string, ElementOf<K>> } = {
    overlay: new Map(),
    panel: new Map(),
  }
  private mode: ScreenMode = 'normal'
  private nextZ = 1
  private focusedId: string | null = null

  /** The element that has the focus, if any. */
  get focused(): string | null {
    return this.focusedId
  }

  get screenMode(): ScreenMode {
    return this.mode
  }

  /** Those of the current screen mode: overlays the lowest first; panels top before bottom, then the highest first. */
  list<K extends ElementKind>(kind: K): ElementOf<K>[] {
    const current = [...this.of(kind).values()].filter(({ screenMode }) => screenMode === this.mode)
    return current.sort(inOrder)
  }

  add<K extends ElementKind>(kind: K, options: OptionsOf<K>): ElementOf<K> {
    const elements = this.of(kind)
    if (elements.size >= MAX_ELEMENTS)
      throw refusal('resource-limit', 'resource-limit-reached', `a session holds at most ${MAX_ELEMENTS} ${kind}s`)
    requireExtent(kind, options)
    const element = make(kind, options, this.takeZ(options.z), this.mode)
    elements.set(element.id, element)
    this.onChange.emit({ panels: kind === 'panel' })
    return element
  }

  get<K extends ElementKind>(kind: K, id: string): ElementOf<K> {
    const element = this.of(kind).get(id)
    if (!element) throw refusal('not-found', `${kind}-not-found`, `No ${kind} exists with id '${id}'.`)
    return element
  }

  /** Changes what is given; whether it can have the focus stays as it is. */
  change<K extends ElementKind>(kind: K, id: string, change: Partial<OptionsOf<K>>): void {
    const element: Element = this.get(kind, id)
    requireExtent(kind, change)
    element.change(change)
    this.onChange.emit({ panels: kind === 'panel' })
  }

  /** Changes spans by their ids and writes into the element, both or neither. */
  update(kind: ElementKind, id: string, changes: readonly SpanChange[], writes: readonly RegionWrite[]): void {
    const element: Element = this.get(kind, id)
    const spans = changeSpans(element.spans, changes)
    const merged = mergeWrites(element.writes, writes)
    if (merged.length > MAX_PIECES)
      throw refusal('resource-limit', 'resource-limit-reached', `an element holds at most ${MAX_PIECES} region writes`)
    element.setContent(spans, merged)
    this.onChange.emit({ panels: false })
  }

  delete(kind: ElementKind, id: string): void {
    this.of(kind).delete(this.get(kind, id).id)
    this.forget([id], kind === 'panel')
  }

  /** Deletes those of the current screen mode. */
  clear(kind: ElementKind): void {
    const ids = this.list(kind).map(({ id }) => id)
    for (const id of ids) this.of(kind).delete(id)
    this.forget(ids, kind === 'panel')
  }

  focus(id: string): void {
    const element = this.byKind.overlay.get(id) ?? this.byKind.panel.get(id)
    if (!element) throw refusal('invalid-params', 'invalid-request', `No overlay or panel exists with id '${id}'.`)
    if (!element.focusable) throw refusal('invalid-params', 'not-focusable', `Target '${id}' is not focusable.`)
    this.focusedId = id
  }

  unfocus(): void {
    this.focusedId = null
  }

  enterAlt(): void {
    if (this.mode === 'alt')
      throw refusal('conflict', 'already-in-alt-screen', 'The session is in alternate mode already.')
    this.mode = 'alt'
    this.onChange.emit({ panels: true })
  }

  /** What was made on the alternate screen goes with it. */
  exitAlt(): void {
    if (this.mode === 'normal') throw refusal('conflict', 'not-in-alt-screen', 'The session is not in alternate mode.')
    const ids = (['overlay', 'panel'] as const).flatMap((kind) => this.list(kind).map(({ id }) => id))
    for (const id of ids) for (const elements of Object.values(this.byKind)) elements.delete(id)
    this.mode = 'normal'
    this.forget(ids, true)
  }

  private of<K extends ElementKind>(kind: K): Map<string, ElementOf<K>> {
    return this.byKind[kind]
  }

  private forget(ids: readonly string[], panels: boolean): void {
    if (this.focusedId !== null && ids.includes(this.focusedId)) this.focusedId = null
    this.onChange.emit({ panels })
  }

  private takeZ(given: number | null | undefined): number {
    const z = given ?? this.nextZ
    this.nextZ = Math.max(this.nextZ, z + 1)
    return z
  }
}

function make<K extends ElementKind>(kind: K, options: OptionsOf<K>, z: number, mode: ScreenMode): ElementOf<K>
function make(kind: ElementKind, options: OverlayOptions | PanelOptions, z: number, mode: ScreenMode): Element {
  return kind === 'overlay'
    ? new Overlay(options as OverlayOptions, z, mode)
    : new Panel(options as PanelOptions, z, mode)
}

function inOrder(a: Element, b: Element): number {
  if (!(a instanceof Panel && b instanceof Panel)) return a.z - b.z
  const rank = ({ position }: Panel): number => (position === 'top' ? 0 : 1)
  return rank(a) - rank(b) || b.z - a.z
}

/** `reason` distinguishes refusals of one code. */
function refusal(code: CoreErrorCode, reason: string, message: string): CoreError {
  return new CoreError(code, message, { reason })
}

function requireExtent(kind: ElementKind, { width, height }: Partial<OverlayOptions>): void {
  if (kind !== 'overlay') return
  for (const [name, value] of Object.entries({ width, height }))
    if (value !== null && value !== undefined && !(value >= 1 && value <= MAX_CELLS))
      throw refusal('invalid-params', 'invalid-overlay', `an overlay's ${name} is 1 to ${MAX_CELLS}, not ${value}`)
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
