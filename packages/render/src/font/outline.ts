/**
 * Glyph outlines from `glyf` and `loca`: simple glyphs and composites, drawn with a pen in font units. Hinting programs
 * are not run.
 */

/** What draws an outline: contours of lines and quadratic curves, closed by the caller's next move. */
export interface Pen {
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  curveTo(controlX: number, controlY: number, x: number, y: number): void
}

/** x' = xx·x + xy·y + dx, y' = yx·x + yy·y + dy. */
export interface Affine {
  readonly xx: number
  readonly yx: number
  readonly xy: number
  readonly yy: number
  readonly dx: number
  readonly dy: number
}

export const identity: Affine = { xx: 1, yx: 0, xy: 0, yy: 1, dx: 0, dy: 0 }

const MAX_NESTING = 8
const MAX_COMPONENTS = 64

/** Reads outlines out of the two tables; glyphs without ink draw nothing. */
export class Outlines {
  constructor(
    private readonly glyf: DataView,
    private readonly loca: DataView,
    private readonly longOffsets: boolean,
    private readonly glyphCount: number,
  ) {}

  /** The glyph's bounding box in font units as [xMin, yMin, xMax, yMax]; null when it has no ink. */
  bounds(glyph: number): readonly [number, number, number, number] | null {
    const at = this.offset(glyph)
    if (at === null) return null
    const { glyf } = this
    return [glyf.getInt16(at + 2), glyf.getInt16(at + 4), glyf.getInt16(at + 6), glyf.getInt16(at + 8)]
  }

  draw(glyph: number, pen: Pen, affine: Affine = identity, nesting = 0): void {
    const at = this.offset(glyph)
    if (at === null) return
    const contours = this.glyf.getInt16(at)
    if (contours >= 0) this.drawSimple(at + 10, contours, pen, affine)
    else if (nesting < MAX_NESTING) this.drawComposite(at + 10, pen, affine, nesting)
  }

  /** The glyph's record without its hinting program, ready for another font; null when it has no ink. */
  record(glyph: number, renumber: (component: number) => number): Uint8Array | null {
    const at = this.offset(glyph)
    if (at === null) return null
    const contours = this.glyf.getInt16(at)
    const whole = this.bytes(at, this.offset(glyph, true) as number)
    return contours >= 0 ? withoutProgram(whole, contours) : withComponents(whole, renumber)
  }

  private bytes(start: number, end: number): Uint8Array {
    return new Uint8Array(this.glyf.buffer, this.glyf.byteOffset + start, end - start).slice()
  }

  private offset(glyph: number, end = false): number | null {
    if (glyph >= this.glyphCount) return null
    const { loca } = this
    const from = this.longOffsets ? loca.getUint32(glyph * 4) : loca.getUint16(glyph * 2) * 2
    const to = this.longOffsets ? loca.getUint32(glyph * 4 + 4) : loca.getUint16(glyph * 2 + 2) * 2
    return to > from ? (end ? to : from) : null
  }

  private drawComposite(start: number, pen: Pen, outer: Affine, nesting: number): void {
    const { glyf } = this
    for (let at = start, left = MAX_COMPONENTS; left > 0; left--) {
      const flags = glyf.getUint16(at)
      const component = glyf.getUint16(at + 2)
      const wide = (flags & 0x1) !== 0
      const offsets = (flags & 0x2) !== 0
      const dx = offsets ? (wide ? glyf.getInt16(at + 4) : glyf.getInt8(at + 4)) : 0
      const dy = offsets ? (wide ? glyf.getInt16(at + 6) : glyf.getInt8(at + 5)) : 0
      at += wide ? 8 : 6
      let [xx, yx, xy, yy] = [1, 0, 0, 1]
      const fraction = (offset: number) => glyf.getInt16(at + offset) / 16384
      if (flags & 0x8) {
        xx = yy = fraction(0)
        at += 2
      } else if (flags & 0x40) {
        ;[xx, yy] = [fraction(0), fraction(2)]
        at += 4
      } else if (flags & 0x80) {
        ;[xx, yx, xy, yy] = [fraction(0), fraction(2), fraction(4), fraction(6)]
        at += 8
      }
      this.draw(component, pen, compose(outer, { xx, yx, xy, yy, dx, dy }), nesting + 1)
      if (!(flags & 0x20)) return
    }
  }

  private drawSimple(start: number, contours: number, pen: Pen, m: Affine): void {
    if (contours === 0) return
    const { glyf } = this
    const count = glyf.getUint16(start + contours * 2 - 2) + 1
    const flagsAt = start + contours * 2 + 2 + glyf.getUint16(start + contours * 2)
    const flags = new Uint8Array(count)
    let at = this.readFlags(flagsAt, flags)
    const xs = new Float64Array(count)
    const ys = new Float64Array(count)
    at = this.readCoordinates(at, flags, xs, 0x2, 0x10)
    this.readCoordinates(at, flags, ys, 0x4, 0x20)
    for (let point = 0; point < count; point++) {
      const x = xs[point]
      xs[point] = m.xx * x + m.xy * ys[point] + m.dx
      ys[point] = m.yx * x + m.yy * ys[point] + m.dy
    }
    for (let contour = 0, first = 0; contour < contours; contour++) {
      const last = glyf.getUint16(start + contour * 2)
      if (last >= first && last < count) drawContour(flags, xs, ys, first, last, pen)
      first = last + 1
    }
  }

  private readFlags(start: number, flags: Uint8Array): number {
    let at = start
    for (let point = 0; point < flags.length; ) {
      const flag = this.glyf.getUint8(at++)
      let repeat = flag & 0x8 ? this.glyf.getUint8(at++) : 0
      flags[point++] = flag
      while (repeat-- > 0 && point < flags.length) flags[point++] = flag
    }
    return at
  }

  private readCoordinates(start: number, flags: Uint8Array, out: Float64Array, short: number, same: number): number {
    let at = start
    let value = 0
    for (let point = 0; point < flags.length; point++) {
      const flag = flags[point]
      if (flag & short) value += flag & same ? this.glyf.getUint8(at++) : -this.glyf.getUint8(at++)
      else if (!(flag & same)) {
        value += this.glyf.getInt16(at)
        at += 2
      }
      out[point] = value
    }
    return at
  }
}

function withoutProgram(record: Uint8Array, contours: number): Uint8Array {
  const view = new DataView(record.buffer)
  const lengthAt = 10 + contours * 2
  const length = view.getUint16(lengthAt)
  view.setUint16(lengthAt, 0)
  record.copyWithin(lengthAt + 2, lengthAt + 2 + length)
  return record.subarray(0, record.length - length)
}

function withComponents(record: Uint8Array, renumber: (component: number) => number): Uint8Array {
  const view = new DataView(record.buffer)
  for (let at = 10, left = MAX_COMPONENTS; left > 0; left--) {
    const flags = view.getUint16(at)
    view.setUint16(at, flags & ~0x100)
    view.setUint16(at + 2, renumber(view.getUint16(at + 2)))
    at += (flags & 0x1 ? 8 : 6) + (flags & 0x8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0)
    if (!(flags & 0x20)) return record.subarray(0, at)
  }
  return record
}

/** Between two control points in a row lies an implied point on the curve, halfway. */
function drawContour(
  flags: Uint8Array,
  xs: Float64Array,
  ys: Float64Array,
  first: number,
  last: number,
  pen: Pen,
): void {
  const onCurve = (point: number) => (flags[point] & 1) === 1
  const size = last - first + 1
  let startX = xs[first]
  let startY = ys[first]
  let from = 1
  if (!onCurve(first)) {
    if (onCurve(last)) {
      startX = xs[last]
      startY = ys[last]
    } else {
      startX = (xs[first] + xs[last]) / 2
      startY = (ys[first] + ys[last]) / 2
    }
    from = 0
  }
  pen.moveTo(startX, startY)
  for (let step = from; step < size; step++) {
    const point = first + step
    if (onCurve(point)) {
      pen.lineTo(xs[point], ys[point])
      continue
    }
    const next = first + ((step + 1) % size)
    if (step + 1 >= size) pen.curveTo(xs[point], ys[point], startX, startY)
    else if (onCurve(next)) {
      pen.curveTo(xs[point], ys[point], xs[next], ys[next])
      step++
    } else pen.curveTo(xs[point], ys[point], (xs[point] + xs[next]) / 2, (ys[point] + ys[next]) / 2)
  }
  pen.lineTo(startX, startY)
}

function compose(outer: Affine, inner: Affine): Affine {
  return {
    xx: outer.xx * inner.xx + outer.xy * inner.yx,
    yx: outer.yx * inner.xx + outer.yy * inner.yx,
    xy: outer.xx * inner.xy + outer.xy * inner.yy,
    yy: outer.yx * inner.xy + outer.yy * inner.yy,
    dx: outer.xx * inner.dx + outer.xy * inner.dy + outer.dx,
    dy: outer.yx * inner.dx + outer.yy * inner.dy + outer.dy,
  }
}
