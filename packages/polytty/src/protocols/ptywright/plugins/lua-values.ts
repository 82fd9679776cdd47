/**
 * JSON values onto Lua's stack and back. What a plugin returns is bounded in depth, size and number: a table that
 * contains itself is an error, not a hang.
 */
import { type Address, type LuaLibrary, luaType, pushText, readText } from './lua-library.js'

const MAX_DEPTH = 32
const MAX_VALUES = 50_000
const MAX_TEXT = 4 * 1024 * 1024

/** What was returned is not a value that can leave Lua. */
export class ValueError extends Error {
  override readonly name = 'ValueError'
}

/** Pushes a JSON value; members that are null are left out, as Lua has it. */
export function pushValue(lua: LuaLibrary, L: Address, value: unknown): void {
  if (lua._lua_checkstack(L, 4) === 0) throw new Error('the value is nested too deeply')
  switch (typeof value) {
    case 'string':
      return pushText(lua, L, value)
    case 'boolean':
      return lua._lua_pushboolean(L, value ? 1 : 0)
    case 'number':
      return Number.isSafeInteger(value) ? lua._lua_pushinteger(L, BigInt(value)) : lua._lua_pushnumber(L, value)
    case 'object':
      if (Array.isArray(value)) return pushArray(lua, L, value)
      if (value !== null) return pushObject(lua, L, value)
  }
  lua._lua_pushnil(L)
}

function pushArray(lua: LuaLibrary, L: Address, items: readonly unknown[]): void {
  lua._lua_createtable(L, items.length, 0)
  for (const [index, item] of items.entries()) {
    pushValue(lua, L, item)
    lua._lua_rawseti(L, -2, BigInt(index + 1))
  }
}

function pushObject(lua: LuaLibrary, L: Address, members: object): void {
  const entries = Object.entries(members).filter(([, value]) => value !== null && value !== undefined)
  lua._lua_createtable(L, 0, entries.length)
  for (const [name, value] of entries) {
    pushText(lua, L, name)
    pushValue(lua, L, value)
    lua._lua_rawset(L, -3)
  }
}

/** Reads the value on top of the stack, which stays there. */
export function readValue(lua: LuaLibrary, L: Address): unknown {
  return new Reader(lua, L).read(0)
}

class Reader {
  private values = 0
  private text = 0

  constructor(
    private readonly lua: LuaLibrary,
    private readonly L: Address,
  ) {}

  read(depth: number): unknown {
    if (++this.values > MAX_VALUES) throw new ValueError(`returned more than ${MAX_VALUES} values`)
    const { lua, L } = this
    switch (lua._lua_type(L, -1)) {
      case luaType.nil:
        return null
      case luaType.boolean:
        return lua._lua_toboolean(L, -1) !== 0
      case luaType.number:
        return this.number()
      case luaType.string:
        return this.string(-1)
      case luaType.table:
        if (depth >= MAX_DEPTH) throw new ValueError(`returned tables nested more than ${MAX_DEPTH} deep`)
        if (lua._lua_checkstack(L, 4) === 0) throw new ValueError('returned tables nested too deeply')
        return this.table(depth)
      default:
        throw new ValueError('returned a function where data is expected')
    }
  }

  private number(): number {
    const { lua, L } = this
    return lua._lua_isinteger(L, -1) ? Number(lua._lua_tointegerx(L, -1, 0)) : lua._lua_tonumberx(L, -1, 0)
  }

  private string(index: number): string {
    const text = readText(this.lua, this.L, index)
    this.text += text.length
    if (this.text > MAX_TEXT) throw new ValueError(`returned more than ${MAX_TEXT} characters`)
    return text
  }

  /** A table with items is an array, one with names an object; of both, the names count. An empty one is an object. */
  private table(depth: number): unknown {
    const { lua, L } = this
    const members: [string, unknown][] = []
    const items = Number(lua._lua_rawlen(L, -1))
    lua._lua_pushnil(L)
    while (lua._lua_next(L, -2) !== 0) {
      if (lua._lua_type(L, -2) === luaType.string) members.push([this.string(-2), this.read(depth + 1)])
      lua._lua_settop(L, -2)
    }
    if (members.length > 0 || items === 0) return Object.fromEntries(members)
    if (items > MAX_VALUES) throw new ValueError(`returned more than ${MAX_VALUES} values`)
    return Array.from({ length: items }, (_, index) => {
      lua._lua_rawgeti(L, -1, BigInt(index + 1))
      const item = this.read(depth + 1)
      lua._lua_settop(L, -2)
      return item
    })
  }
}
