/** Queries made of others: within, filtered, both, either, one of several, beside another. */
import { type Style, styleTest } from '../style.js'
import { type Bounds, boundsOf, type Match, regionOf, type Span, type View } from '../view.js'
import { contains, isPattern, type Query, show, type TextQuery } from './query.js'

export interface FilterOptions {
  readonly hasText?: TextQuery
  readonly hasNotText?: TextQuery
  /** Every cell of it that is written has this style. */
  readonly style?: Style
  /** Only what was written after the last action. */
  readonly fresh?: boolean
}

export type Side = 'leftOf' | 'rightOf' | 'above' | 'below'

export interface NearOptions {
  /** On which side of the other it is; on any if absent. */
  readonly side?: Side
  /** How many cells away at most; 5 if absent. */
  readonly distance?: number
}

export function within(inner: Query, outer: Query): Query {
  return {
    ...inner,
    name: `${outer.name}.${inner.name}`,
    find: (view, area) => unique(outer.find(view, area).flatMap((match) => [...inner.find(view, regionOf(match))])),
  }
}

export function filtered(query: Query, options: FilterOptions): Query {
  const { hasText, hasNotText, style, fresh } = options
  const has = style && styleTest(style)
  const keeps = (view: View, match: Match): boolean =>
    (hasText === undefined || contains(match.text, hasText)) &&
    (hasNotText === undefined || !contains(match.text, hasNotText)) &&
    (!has || writtenCells(view, match).every(has)) &&
    (!fresh || view.writtenAt(match) > view.actions.last.revision)
  const shown = Object.entries(options).map(
    ([key, value]) => `${key}: ${isPattern(value) || typeof value === 'string' ? show(value) : JSON.stringify(value)}`,
  )
  return {
    name: `${query.name}.filter({ ${shown.join(', ')} })`,
    find: (view, area) => query.find(view, area).filter((match) => keeps(view, match)),
    near: (view) => query.find(view, null).map(({ text }) => `without the filter: ${JSON.stringify(text)}`),
  }
}

/** Both found it: the cells are the same, or of one within those of the other; then the smaller counts. */
export function both(query: Query, other: Query): Query {
  return {
    name: `${query.name}.and(${other.name})`,
    find: (view, area) => {
      const others = other.find(view, area)
      return unique(
        query.find(view, area).flatMap((match) =>
          others.flatMap((candidate) => {
            if (covers(candidate, match)) return [match]
            return covers(match, candidate) ? [candidate] : []
          }),
        ),
      )
    },
  }
}

export function either(query: Query, other: Query): Query {
  return {
    name: `${query.name}.or(${other.name})`,
    find: (view, area) => inOrder(unique([...query.find(view, area), ...other.find(view, area)])),
  }
}

/** Negative numbers count from the last. */
export function nth(query: Query, index: number, name = `nth(${index})`): Query {
  return {
    ...query,
    name: `${query.name}.${name}`,
    find: (view, area) => {
      const match = query.find(view, area).at(index)
      return match ? [match] : []
    },
  }
}

/** What is beside the other, the nearest first. */
export function near(query: Query, other: Query, { side, distance = 5 }: NearOptions = {}): Query {
  return {
    ...query,
    name: `${query.name}.near(${other.name}${side ? `, { side: '${side}' }` : ''})`,
    find: (view, area) => {
      const targets = other.find(view, area).map(boundsOf)
      const away = (match: Match): number => Math.min(...targets.map((target) => gap(boundsOf(match), target, side)))
      return query
        .find(view, area)
        .map((match) => ({ match, gap: away(match) }))
        .filter((candidate) => candidate.gap <= distance)
        .sort((a, b) => a.gap - b.gap)
        .map(({ match }) => match)
    },
  }
}

/** The whole rows, or columns, that something is in. */
export function widened(query: Query, what: 'row' | 'column'): Query {
  return {
    ...query,
    name: `${query.name}.${what}()`,
    find: (view, area) => {
      const { rows, cols } = view.snapshot
      const whole = query.find(view, area).map((match) => {
        const bounds = boundsOf(match)
        return view.matchOf(what === 'row' ? { ...bounds, col: 0, width: cols } : { ...bounds, row: 0, height: rows })
      })
      return unique(whole.filter((match) => match !== null))
    },
  }
}

export function writtenCells({ snapshot }: View, { spans }: Match) {
  return spans
    .flatMap(({ row, from, to }) => Array.from({ length: to - from }, (_, at) => snapshot.cell(row, from + at)))
    .filter(({ text, width }) => width > 0 && text.trim() !== '')
}

function unique(matches: readonly Match[]): Match[] {
  const byPlace = new Map<string, Match>()
  for (const match of matches) {
    const key = JSON.stringify(match.spans)
    if (!byPlace.has(key)) byPlace.set(key, match)
  }
  return [...byPlace.values()]
}

function inOrder(matches: readonly Match[]): Match[] {
  return [...matches].sort((a, b) => a.spans[0]!.row - b.spans[0]!.row || a.spans[0]!.from - b.spans[0]!.from)
}

function covers(outer: Match, inner: Match): boolean {
  const holds = (span: Span): boolean =>
    outer.spans.some(({ row, from, to }) => row === span.row && from <= span.from && to >= span.to)
  return inner.spans.every(holds)
}

/** Cells between the two; Infinity on another side than asked for, and for the thing itself. */
function gap(a: Bounds, b: Bounds, side: Side | undefined): number {
  const [left, right] = [b.col - (a.col + a.width), a.col - (b.col + b.width)]
  const [above, below] = [b.row - (a.row + a.height), a.row - (b.row + b.height)]
  const across = Math.max(left, right)
  const along = Math.max(above, below)
  if (across < 0 && along < 0) return Number.POSITIVE_INFINITY
  if (side === undefined) return Math.max(across, 0) + Math.max(along, 0)
  const away = { leftOf: left, rightOf: right, above, below }[side]
  const isBeside = side === 'leftOf' || side === 'rightOf' ? along < 0 : across < 0
  return isBeside && away >= 0 ? away : Number.POSITIVE_INFINITY
}
