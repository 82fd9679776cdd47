import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseKeyScript } from './key-script.js'

/** The script in one line: text in quotes, keys by their names. */
function read(script: string): string {
  return parseKeyScript(script)
    .map((item) => {
      if (item.type === 'text') return JSON.stringify(item.text)
      if (item.type === 'key') return `[${describeKey(item.key)}]`
      return item.type === 'click' ? `[Click ${JSON.stringify(item.target)}]` : `[secret ${item.name}]`
    })
    .join(' ')
}

function describeKey({ key, ctrl, alt, shift }: ReturnType<typeof keyOf>): string {
  return `${ctrl ? 'C-' : ''}${alt ? 'A-' : ''}${shift ? 'S-' : ''}${key}`
}

function keyOf(script: string) {
  const [item] = parseKeyScript(script)
  if (item?.type !== 'key') throw new Error(`${script} is not a key`)
  return item.key
}

test.each([
  ['iHello<Esc>:wq<Enter>', '"iHello" [Escape] ":wq" [Enter]'],
  ['<C-c><F5><S-Tab><Up>', '[C-c] [F5] [S-Tab] [ArrowUp]'],
  ['<Ctrl+x><CTRL-c><A-b>', '[C-x] [C-c] [A-b]'],
  ['cat <<EOF', '"cat <<EOF"'],
  ['a < b > c', '"a < b > c"'],
  ['1<2 && <b>', '"1<2 && <b>"'],
  ['<lt>Enter>', '"<Enter>"'],
  ['x<LT>y', '"x<y"'],
  ['<>', '"<>"'],
  ['<Enter', '"<Enter"'],
  ['', ''],
  ['<Click "OK">', '[Click {"name":"OK"}]'],
  ['a<click "Save as…">b', '"a" [Click {"name":"Save as…"}] "b"'],
  ['<Click "a > b">', '[Click {"name":"a > b"}]'],
  ['<Click 3,10><Enter>', '[Click {"row":3,"col":10}] [Enter]'],
  ['<secret:DB_PASS><Enter>', '[secret DB_PASS] [Enter]'],
  ['<Click "a"><Click "b">', '[Click {"name":"a"}] [Click {"name":"b"}]'],
  ['<a href="x">', '"<a href=\\"x\\">"'],
])('%s', (script, expected) => expect(read(script)).toBe(expected))

describe('an unknown name', () => {
  test('is an error with the nearest one', () => {
    expect(() => parseKeyScript('ab<Entr>')).toThrow('unknown key <Entr>; did you mean <Enter>?')
  })

  test('says how to type a <', () => {
    expect(() => parseKeyScript('<div>')).toThrow('Write <lt> to type a <.')
  })
})

test.each([
  ['<Click OK>', '<Click OK> does not say what to click: write <Click "OK"> or <Click ROW,COLUMN>.'],
  ['<Click "">', 'does not say what to click'],
  ['<secret:>', '<secret:> names no secret'],
  ['<secret:a b>', '<secret:a b> names no secret'],
  ['<Clic>', 'unknown key <Clic>; did you mean <Click>?'],
  ['<secret>', 'unknown key <secret>'],
])('%s is an error', (script, message) => expect(() => parseKeyScript(script)).toThrow(message))

test('text without < is typed as it is, and every < can be written', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const items = parseKeyScript(text.replaceAll('<', '<lt>'))
      expect(items.map((item) => (item.type === 'text' ? item.text : '?')).join('')).toBe(text)
    }),
  )
})
