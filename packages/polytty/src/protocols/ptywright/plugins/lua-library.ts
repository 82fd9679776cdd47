/** Lua 5.4 as WebAssembly: the part of its C interface that is used here, typed. Runs only inside a plugin's worker. */
import { LuaFactory } from 'wasmoon'

/** The address of a Lua state. */
export type Address = number

/** Functions of Lua's C interface, under their C names with a leading underscore. */
export interface LuaLibrary {
  readonly HEAPU8: Uint8Array
  readonly HEAPU32: Uint32Array
  addFunction(call: (...args: number[]) => number | undefined, signature: string): number
  removeFunction(pointer: number): void
  _malloc(size: number): number
  _realloc(pointer: number, size: number): number
  _free(pointer: number): void
  _lua_newstate(allocate: number, data: number): Address
  _lua_close(L: Address): void
  _lua_settop(L: Address, index: number): void
  _lua_checkstack(L: Address, slots: number): number
  _lua_type(L: Address, index: number): number
  _lua_isinteger(L: Address, index: number): number
  _lua_toboolean(L: Address, index: number): number
  _lua_tonumberx(L: Address, index: number, valid: number): number
  _lua_tointegerx(L: Address, index: number, valid: number): bigint
  _lua_tolstring(L: Address, index: number, length: number): number
  _lua_rawlen(L: Address, index: number): bigint
  _lua_pushnil(L: Address): void
  _lua_pushboolean(L: Address, value: number): void
  _lua_pushnumber(L: Address, value: number): void
  _lua_pushinteger(L: Address, value: bigint): void
  _lua_pushlstring(L: Address, pointer: number, length: number): number
  _lua_pushcclosure(L: Address, call: number, upvalues: number): void
  _lua_createtable(L: Address, items: number, members: number): void
  _lua_rawset(L: Address, index: number): void
  _lua_rawseti(L: Address, index: number, at: bigint): void
  _lua_rawgeti(L: Address, index: number, at: bigint): number
  _lua_next(L: Address, index: number): number
  _lua_setglobal(L: Address, name: number): void
  _lua_pcallk(L: Address, args: number, results: number, handler: number, context: number, k: number): number
  _lua_sethook(L: Address, hook: number, mask: number, count: number): void
  _luaL_loadbufferx(L: Address, buffer: number, size: number, name: number, mode: number): number
  _luaL_ref(L: Address, table: number): number
  _luaopen_base(L: Address): number
  _luaopen_table(L: Address): number
  _luaopen_string(L: Address): number
  _luaopen_math(L: Address): number
  _luaopen_utf8(L: Address): number
}

/** Where Lua keeps values for its host. */
export const REGISTRY = -1_001_000

/** What a value is. */
export const luaType = { nil: 0, boolean: 1, number: 3, string: 4, table: 5, function: 6 } as const

export async function openLuaLibrary(): Promise<LuaLibrary> {
  const { module } = await new LuaFactory().getLuaModule()
  return module as unknown as LuaLibrary
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Lends `use` a copy of the text in Lua's memory, with a zero after it. */
export function withText<T>(lua: LuaLibrary, text: string, use: (pointer: number, length: number) => T): T {
  const bytes = encoder.encode(text)
  const pointer = lua._malloc(bytes.length + 1)
  lua.HEAPU8.set(bytes, pointer)
  lua.HEAPU8[pointer + bytes.length] = 0
  try {
    return use(pointer, bytes.length)
  } finally {
    lua._free(pointer)
  }
}

export function pushText(lua: LuaLibrary, L: Address, text: string): void {
  withText(lua, text, (pointer, length) => lua._lua_pushlstring(L, pointer, length))
}

/** The string at an index; bytes that are no UTF-8 become replacement characters. */
export function readText(lua: LuaLibrary, L: Address, index: number): string {
  const lengthAt = lua._malloc(4)
  const pointer = lua._lua_tolstring(L, index, lengthAt)
  const length = lua.HEAPU32[lengthAt >> 2]!
  lua._free(lengthAt)
  return decoder.decode(lua.HEAPU8.subarray(pointer, pointer + length))
}
