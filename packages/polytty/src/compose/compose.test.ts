import { Terminal } from '@polytty/terminal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compose, layOut, reservedRows } from './compose.js'
import { draw, measure } from './draw.js'
import { Elements } from './elements.js'

function screen(text: string, cols = 10, rows = 4) {
  const terminal = new Terminal({ cols, rows })
  terminal.write(text)
  return terminal.snapshot()
}

const nothing = { top: [], bottom: [] }

test('text is measured and drawn by cells, not by bytes', () => {
  expect(measure([{ text: 'ab漢\n' }, { text: 'é👩‍💻xyz' }])).toEqual({ cols: 6, rows: 2 })
  expect(measure([])).toEqual({ cols: 1, rows: 1 })
})

test('what is too long is cut, and control characters do nothing', () => {
  const picture = draw({ spans: [{ text: 'abcdef\x1b[2J\ng\nh' }], writes: [], background: null }, 3, 2)
  expect(picture.text()).toBe('abc\ng')
  expect(draw({ spans: [{ text: 'a\x1b[2Jb' }], writes: [], background: null }, 8, 1).text()).toBe('a[2Jb')
  expect(draw({ spans: [{ text: 'ab漢' }], writes: [], background: null }, 3, 1).text()).toBe('ab')
})

test('an overlay covers cells with text, or all of them if it has a background', () => {
  const elements = new Elements()
  const overlay = elements.add('overlay', { x: 1, y: 0, width: 4, height: 1, spans: [{ text: 'X' }] })
  expect(compose(screen('abcdefgh'), nothing, [overlay]).row(0).text).toBe('aXcdefgh')
  elements.change('overlay', overlay.id, { background: { bg: 'blue' } })
  const composed = compose(screen('abcdefgh'), nothing, [overlay])
  expect(composed.row(0).text).toBe('aX   fgh')
  expect([composed.cell(0, 4).bg, composed.cell(0, 5).bg]).toEqual([4, null])
})

test('half a wide character is never shown', () => {
  const elements = new Elements()
  const at = (x: number) => elements.add('overlay', { x, y: 0, spans: [{ text: '#' }] })
  expect(compose(screen('漢字'), nothing, [at(0)]).row(0).text).toBe('# 字')
  expect(compose(screen('漢字'), nothing, [at(1)]).row(0).text).toBe(' #字')
  expect(compose(screen('漢字'), nothing, [at(2)]).row(0).text).toBe('漢#')
})

test('panels that find no room are left out, and one row is always the program’s', () => {
  const elements = new Elements()
  const low = elements.add('panel', { position: 'top', height: 2, spans: [] })
  const high = elements.add('panel', { position: 'bottom', height: 3, spans: [] })
  expect(layOut(elements.list('panel'), 5)).toEqual({ top: [], bottom: [high] })
  expect(layOut(elements.list('panel'), 6)).toEqual({ top: [low], bottom: [high] })
  expect(reservedRows(layOut(elements.list('panel'), 1))).toBe(0)
})

const overlays = fc.array(
  fc.record({
    x: fc.integer({ min: -5, max: 12 }),
    y: fc.integer({ min: -2, max: 5 }),
    z: fc.integer({ min: 0, max: 3 }),
    spans: fc.array(fc.record({ text: fc.string({ unit: fc.constantFrom('a', '漢', '\n', ' ', '👩‍💻', '\x1b') }) }), {
      maxLength: 3,
    }),
  }),
  { maxLength: 6 },
)

test('whatever covers it, every row has its width in whole characters, and the screen below is untouched', () => {
  fc.assert(
    fc.property(overlays, fc.string({ unit: fc.constantFrom('x', '漢', '\r\n') }), (all, text) => {
      const elements = new Elements()
      for (const options of all) elements.add('overlay', options)
      const base = screen(text)
      const before = base.text()
      const composed = compose(base, nothing, elements.list('overlay'))
      for (let row = 0; row < composed.rows; row++) {
        let width = 0
        for (let col = 0; col < composed.cols; col++) width += composed.cell(row, col).width
        expect(width).toBe(composed.cols)
      }
      expect(base.text()).toBe(before)
      elements.clear('overlay')
      expect(compose(base, nothing, elements.list('overlay')).text()).toBe(before)
    }),
  )
})

test('elements are bounded, and a batch is all or nothing', () => {
  const elements = new Elements()
  const overlay = elements.add('overlay', { x: 0, y: 0, spans: [{ id: 'a', text: 'old' }] })
  const writes = Array.from({ length: 4096 }, (_, index) => ({ row: index >> 6, col: index & 63, text: 'x' }))
  elements.update('overlay', overlay.id, [], writes)
  elements.update('overlay', overlay.id, [], writes)
  expect(overlay.writes).toHaveLength(4096)
  expect(() =>
    elements.update('overlay', overlay.id, [{ id: 'a', text: 'new' }], [{ row: 99, col: 0, text: 'y' }]),
  ).toThrow('4096')
  expect(overlay.spans[0]?.text).toBe('old')
  for (let count = 1; count < 256; count++) elements.add('overlay', { x: 0, y: 0, spans: [] })
  expect(() => elements.add('overlay', { x: 0, y: 0, spans: [] })).toThrow('256')
})
