import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { ManualClock, systemClock } from '../../../base/clock.js'
import { LuaThread } from './lua-thread.js'
import { PluginInstance } from './plugin-instance.js'

const printed: string[] = []
const thread = new LuaThread(systemClock, (_, line) => printed.push(line))
afterAll(() => thread.dispose())

function plugin(source: string, permissions: readonly never[] = [], on = thread): PluginInstance {
  const manifest = {
    name: 'test',
    kind: 'adapter' as const,
    version: '1',
    runtime: 'lua' as const,
    entrypoint: 'main.lua',
    permissions: [...permissions],
  }
  return new PluginInstance({ manifest, source, builtIn: true }, on, false)
}

async function value(body: string, input: unknown = {}): Promise<unknown> {
  return (await plugin(`return { f = function(input) ${body} end }`).call('f', input)).value
}

describe('values', () => {
  test.each([
    ['a string with a zero', 'a\0b'],
    ['text', 'żółw 🐢'],
    ['an integer', 9_007_199_254_740_991],
    ['a fraction', 1.5],
    ['a boolean', false],
    ['an array', [1, 'two', [true]]],
    ['an object', { a: { b: [1, 2] }, c: 'd' }],
  ])('%s comes back as it went', async (_, sent) => {
    expect(await value('return input.it', { it: sent })).toEqual(sent)
  })

  test('any JSON without null and without what is empty comes back as it went', async () => {
    // JSON has no -0.
    const numbers = fc.double({ noNaN: true }).map((number) => number + 0)
    const same = plugin('return { f = function(input) return input end }')
    const leaf = fc.oneof(fc.string({ unit: 'grapheme' }), fc.boolean(), fc.maxSafeInteger(), numbers)
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ maxDepth: 5 }, leaf, fc.array(tie('tree'), { minLength: 1 }), tie('object')),
      object: fc.dictionary(fc.string({ minLength: 1 }), tie('tree'), { minKeys: 1 }),
    }))
    await fc.assert(
      fc.asyncProperty(tree, async (value) => {
        expect(((await same.call('f', { value })).value as { value: unknown }).value).toEqual(value)
      }),
      { numRuns: 200 },
    )
  })

  test('null is nothing in Lua', async () => {
    expect(await value('return input.it == nil', { it: null })).toBe(true)
  })

  test.each([
    ['a table that contains itself', 'local t = {} t.t = t return t', /nested more than 32 deep/],
    ['a function', 'return print', /function where data is expected/],
    ['too many values', 'local t = {} for i = 1, 60000 do t[i] = i end return t', /more than 50000 values/],
    ['too much text', 'return string.rep("x", 5000000)', /more than 4194304 characters/],
  ])('%s is refused', async (_, body, message) => {
    await expect(value(body)).rejects.toThrow(message)
  })
})

describe('what a plugin can reach', () => {
  test('only the harmless libraries', async () => {
    const names = await value(
      'local all = {} for name in pairs(_G) do all[#all + 1] = name end table.sort(all) return all',
    )
    const base = ['assert', 'error', 'getmetatable', 'ipairs', 'load', 'next', 'pairs', 'pcall', 'print', 'rawequal']
    const more = ['rawget', 'rawlen', 'rawset', 'select', 'setmetatable', 'tonumber', 'tostring', 'type', 'xpcall']
    const libraries = ['math', 'ptywright', 'string', 'table', 'utf8']
    expect(names).toEqual(['_G', '_VERSION', ...base, ...more, ...libraries].sort())
    expect(await value('return string.dump == nil')).toBe(true)
  })

  test('no bytecode, no finalizers', async () => {
    expect(await value('return (select(2, load("\\27Lua")))')).toMatch(/attempt to load a binary chunk/)
    expect(await value('return load("return 1 + 1")()')).toBe(2)
    expect(await value('return load("return a", "x", "b", { a = 7 })()')).toBe(7)
    await expect(value('setmetatable({}, { __gc = function() end })')).rejects.toThrow(/__gc is not available/)
    expect(await value('return getmetatable(setmetatable({}, { __name = "x" })).__name')).toBe('x')
  })

  test('the helpers of its permissions', async () => {
    const names = `local all = {} for _, group in pairs(ptywright) do for name in pairs(group) do all[#all + 1] = name end end
      table.sort(all) return all`
    const source = `return { f = function() ${names} end }`
    const granted = async (...permissions: string[]): Promise<unknown> =>
      (await plugin(source, permissions as never[]).call('f', {})).value
    expect(await granted()).toEqual({})
    expect(await granted('session.kill')).toEqual(['kill', 'signal'])
    const input = ['bracketed_paste', 'eof', 'interrupt', 'key', 'mark_transcript', 'paste', 'stream_text', 'text']
    expect(await granted('input.write')).toEqual(input)
    const matchers = ['all', 'any', 'contains_text', 'process_exited', 'screen_regex', 'screen_stable']
    expect(await granted('matcher.wait')).toEqual([...matchers, 'transcript_contains', 'transcript_regex'])
  })

  test('printing reaches the host, within a bound', async () => {
    await value('print("hello", 1, nil) for i = 1, 200 do print(i) end')
    expect(printed[0]).toBe('hello\t1\tnil')
    expect(printed).toHaveLength(100)
  })
})

describe('failures', () => {
  test('errors name the place', async () => {
    await expect(value('error("broken")')).rejects.toThrow('plugin test failed in f: test/main.lua:1: broken')
    await expect(value('error({ message = "reported" })')).rejects.toThrow('plugin test failed in f: reported')
    await expect(value('error({})')).rejects.toThrow(/a table that has no message/)
  })

  test('a source that does not compile, or returns no table', async () => {
    await expect(plugin('return {').exported()).rejects.toThrow(/plugin test failed in load: test\/main.lua:1:/)
    await expect(plugin('return 1').exported()).rejects.toThrow(/must return a table of functions/)
  })

  test('what a module remembers survives an ordinary failure', async () => {
    const counter = plugin(
      'local n = 0 return { f = function(i) n = n + 1 if i.fail then error("x") end return n end }',
    )
    expect((await counter.call('f', {})).value).toBe(1)
    await expect(counter.call('f', { fail: true })).rejects.toThrow()
    expect((await counter.call('f', {})).value).toBe(3)
  })

  test('watching reports whether a member was looked at', async () => {
    const reader = plugin(
      'return { f = function(i) return i.quiet end, g = function(i) return i.other end, ' +
        'h = function(i) local n = 0 for _ in pairs(i) do n = n + 1 end return n end }',
    )
    const input = { quiet: 5, other: 6 }
    expect(await reader.call('f', input, { watch: 'quiet' })).toEqual({ value: 5, watched: true })
    expect(await reader.call('g', input, { watch: 'quiet' })).toEqual({ value: 6, watched: false })
    expect(await reader.call('h', input, { watch: 'quiet' })).toEqual({ value: 2, watched: true })
  })
})

describe('running away', () => {
  const inLua = [
    ['an endless loop', 'while true do end'],
    ['one that catches the error', 'while true do pcall(function() while true do end end) end'],
    ['one that catches it with a handler', 'local function f() while true do end end while true do xpcall(f, f) end'],
    [
      'one inside a metamethod',
      'local t = setmetatable({}, { __index = function() while true do end end }) return t.x',
    ],
    ['one inside a comparison', 'table.sort({ 1, 2, 3 }, function() while true do end end)'],
  ] as const
  test.each(inLua)('%s stops after so many instructions', async (_, body) => {
    await expect(value(body)).rejects.toThrow(/used more than 5000000 instructions/)
    expect(await value('return 1')).toBe(1)
  })

  const inC = [
    ['repeating nothing', 'return string.rep("", 1e15)'],
    ['a pathological pattern', 'return string.find(string.rep("a", 300), string.rep("a-", 30) .. "b")'],
    ['moving nothing far', 'return table.move({}, 1, 1e15, 2)'],
    [
      'a table that lies about its length',
      'table.insert(setmetatable({}, { __len = function() return 1e15 end }), 1, 1)',
    ],
  ] as const
  test.each(inC)('%s is ended with its thread', async (_, body) => {
    const clock = new ManualClock()
    // Once it says that it runs, its time is up.
    const own = new LuaThread(clock, () => clock.advance(6000))
    const source = `return { f = function(input) print('runs') ${body} end, g = function() return 'alive' end }`
    const instance = plugin(source, [], own)
    const runaway = instance.call('f', {})
    const queued = instance.call('g', {})
    await expect(runaway).rejects.toThrow(/plugin test failed in f: took longer than 5000 ms/)
    expect((await queued).value).toBe('alive')
    own.dispose()
  })

  test('memory is bounded, and what fills it is forgotten', async () => {
    const hoard = plugin(
      'local t = {} return { f = function(input) for i = 1, input.n do t[#t + 1] = string.rep("x" .. #t, 1000000) end return #t end }',
    )
    expect((await hoard.call('f', { n: 3 })).value).toBe(3)
    await expect(hoard.call('f', { n: 100 })).rejects.toThrow(/used more than 33554432 bytes of memory/)
    expect((await hoard.call('f', { n: 1 })).value).toBe(1)
    await expect(value('return string.rep("x", 1e9)')).rejects.toThrow(/used more than|resulting string too large/)
  })

  test('deep recursion is an error', async () => {
    await expect(value('local function f() return 1 + f() end return f()')).rejects.toThrow(
      /stack overflow|bytes of memory/,
    )
    await expect(value('local s = string.rep("(", 300) return load("return " .. s)')).resolves.toBe(null)
  })

  test('a source that hangs while loading', async () => {
    await expect(plugin('while true do end').exported()).rejects.toThrow(/failed in load: used more than/)
  })
})
