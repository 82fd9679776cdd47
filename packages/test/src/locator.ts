/**
 * Something on the screen, by how it is found: looked for again whenever it is used. What acts on one thing fails where
 * there are several, and lists them.
 */
import type { MouseButton, ScrollDirection } from 'polytty/sessions'
import { LocatorError } from './failure.js'
import { Finder } from './finder.js'
import {
  both,
  either,
  type FilterOptions,
  filtered,
  type NearOptions,
  near,
  nth,
  widened,
  within,
} from './locators/combine.js'
import type { Query } from './locators/query.js'
import { retry } from './retry.js'
import { selectByKeys } from './select.js'
import type { TestedTerminal } from './tested-terminal.js'
import { type Bounds, boundsOf, type Match } from './view.js'

export interface ClickOptions {
  readonly button?: MouseButton
  readonly shift?: boolean
  readonly alt?: boolean
  readonly ctrl?: boolean
  /** Which cell of it, counted from its corner; the middle of its first row if absent. */
  readonly position?: Cell
  readonly timeoutMs?: number
}

type Waiting = Pick<ClickOptions, 'timeoutMs'>

export class Locator extends Finder<Locator> {
  constructor(
    readonly tested: TestedTerminal,
    readonly query: Query,
  ) {
    super()
  }

  protected override locate(query: Query): Locator {
    return this.of(within(query, this.query))
  }

  /** Only what lies within the other. */
  within(outer: Locator): Locator {
    return this.of(within(this.query, outer.query))
  }

  filter(options: FilterOptions): Locator {
    return this.of(filtered(this.query, options))
  }

  and(other: Locator): Locator {
    return this.of(both(this.query, other.query))
  }

  or(other: Locator): Locator {
    return this.of(either(this.query, other.query))
  }

  /** The first is 0; negative numbers count from the last. */
  nth(index: number): Locator {
    return this.of(nth(this.query, index))
  }

  first(): Locator {
    return this.of(nth(this.query, 0, 'first()'))
  }

  last(): Locator {
    return this.of(nth(this.query, -1, 'last()'))
  }

  /** What is beside the other, the nearest first. */
  near(other: Locator, options?: NearOptions): Locator {
    return this.of(near(this.query, other.query, options))
  }

  /** Without a number the whole row it is in; with one a row of it. */
  row(index?: number): Locator {
    return index === undefined ? this.of(widened(this.query, 'row')) : this.rowAt(index)
  }

  /** The same for columns. */
  column(index?: number): Locator {
    return index === undefined ? this.of(widened(this.query, 'column')) : this.columnAt(index)
  }

  /** What is found at this moment, without waiting. */
  matches(): readonly Match[] {
    return this.query.find(this.tested.view(), null)
  }

  count(): number {
    return this.matches().length
  }

  /** The text of the one thing, once it is there. */
  async text(options: Waiting = {}): Promise<string> {
    return (await this.one('text', options)).text
  }

  /** Its place on the screen, once it is there. */
  async bounds(options: Waiting = {}): Promise<Bounds> {
    return boundsOf(await this.one('bounds', options))
  }

  async click(options: ClickOptions = {}): Promise<void> {
    await this.press('click', options, 1)
  }

  async doubleClick(options: ClickOptions = {}): Promise<void> {
    await this.press('doubleClick', options, 2)
  }

  async hover(options: ClickOptions = {}): Promise<void> {
    const { row, col } = placeIn(await this.one('hover', options), options)
    await this.tested.act('hover', this.query.name, () =>
      this.tested.mouse({ type: 'move', row, col, ...held(options) }),
    )
  }

  /** Presses the button here, moves to the other, and lets go. */
  async drag(to: Locator, options: ClickOptions = {}): Promise<void> {
    const from = placeIn(await this.one('drag', options), options)
    const end = placeIn(await to.one('drag', options), {})
    const button = options.button ?? 'left'
    const step = (type: 'press' | 'drag' | 'release', at: Cell) => ({ type, button, ...at, ...held(options) })
    await this.tested.act('drag', `${this.query.name} to ${to.query.name}`, () =>
      this.tested.mouse(step('press', from), step('drag', end), step('release', end)),
    )
  }

  /** Turns the wheel by so many notches. */
  async wheel(direction: ScrollDirection, notches = 1, options: ClickOptions = {}): Promise<void> {
    const place = placeIn(await this.one('wheel', options), options)
    const turn = { type: 'scroll', direction, ...place, ...held(options) } as const
    await this.tested.act('wheel', `${direction} ${notches} at ${this.query.name}`, () =>
      this.tested.mouse(...Array.from({ length: notches }, () => turn)),
    )
  }

  /** Moves the selection with the keyboard until this is selected. */
  async select(): Promise<void> {
    let reason: string | null = null
    await this.tested.act('select', this.query.name, async () => {
      reason = await selectByKeys(this.tested, this.query)
    })
    if (reason !== null) throw new LocatorError(this.tested, `${this.query.name}.select()`, reason, this.query)
  }

  /** The one thing that is found, as soon as it is the only one. */
  async one(action: string, { timeoutMs = this.tested.timeoutMs }: Waiting = {}): Promise<Match> {
    const tried = await retry(
      this.tested,
      (view) => this.query.find(view, null),
      ({ length }) => length === 1,
      timeoutMs,
    )
    if (tried.holds) return tried.result[0]!
    const { length } = tried.result
    const reason =
      length === 0
        ? `nothing matches within ${timeoutMs} ms`
        : `${length} things match where exactly one must, after ${timeoutMs} ms: choose one with nth, filter or within`
    throw new LocatorError(this.tested, `${this.query.name}.${action}()`, reason, this.query)
  }

  private async press(name: string, options: ClickOptions, times: number): Promise<void> {
    const place = placeIn(await this.one(name, options), options)
    const button = options.button ?? 'left'
    const steps = (['press', 'release'] as const).map((type) => ({ type, button, ...place, ...held(options) }))
    await this.tested.act(name, this.query.name, () =>
      this.tested.mouse(...Array.from({ length: times }, () => steps).flat()),
    )
  }

  private of(query: Query): Locator {
    return new Locator(this.tested, query)
  }
}

function held({ shift, alt, ctrl }: ClickOptions): Pick<ClickOptions, 'shift' | 'alt' | 'ctrl'> {
  return { shift, alt, ctrl }
}

interface Cell {
  readonly row: number
  readonly col: number
}

function placeIn(match: Match, { position }: ClickOptions): Cell {
  const bounds = boundsOf(match)
  if (position) return { row: bounds.row + position.row, col: bounds.col + position.col }
  const { row, from, to } = match.spans[0]!
  return { row, col: from + Math.floor((to - from - 1) / 2) }
}
