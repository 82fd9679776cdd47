/**
 * One plugin's Lua, with its module and whatever that remembers. Counts instructions, time and memory of every call; one
 * that goes beyond ends with `LimitError`, which Lua code cannot catch, and leaves the state unusable. What hangs inside
 * a C function never gets here: the host ends the whole worker then.
 */
import { limits } from './limits.js'
import { type Address, type LuaLibrary, luaType, REGISTRY, readText, withText } from './lua-library.js'
import { pushValue, readValue, ValueError } from './lua-values.js'
import type { WorkerRequest } from './messages.js'
import { prelude } from './prelude.js'

/** Instructions between two looks at the clock. */
const HOOK_EVERY = 1000
const COUNT_EVENTS = 8
const OUT_OF_MEMORY = 4

/** The plugin used more than it may. */
export class LimitError extends Error {
  override readonly name = 'LimitError'
}

/** The plugin's own failure. */
export class PluginFailure extends Error {
  override readonly name = 'PluginFailure'
}

type FunctionCall = Omit<Extract<WorkerRequest, { op: 'call' }>, 'op' | 'state'>

export interface CallResult {
  readonly value: unknown
  /** Whether the watched member of the input was looked at. */
  readonly watched: boolean
}

export class LuaState {
  private readonly L: Address
  private readonly invoke: number
  private readonly exported = new Map<string, number>()
  private memory = 0
  private limited = false
  private instructions = 0
  private deadline = 0
  private printed = 0
  private readonly pointers: number[] = []

  constructor(
    private readonly lua: LuaLibrary,
    permissions: readonly string[],
    private readonly onPrint: (line: string) => void,
  ) {
    this.L = lua._lua_newstate(this.pointerTo(this.allocate, 'iiiii'), 0)
    this.openLibraries()
    lua._lua_sethook(this.L, this.pointerTo(this.handleCount, 'vii'), COUNT_EVENTS, HOOK_EVERY)
    this.invoke = this.runPrelude(permissions)
  }

  /** Runs the plugin's source, which must return a table; gives the names of the functions in it. */
  load(source: string, chunkName: string): string[] {
    const { lua, L } = this
    this.compile(source, `@${chunkName}`)
    this.run(0, 1)
    if (lua._lua_type(L, -1) !== luaType.table)
      throw new PluginFailure(`${chunkName} must return a table of functions, as in: return { classify = classify }`)
    lua._lua_pushnil(L)
    while (lua._lua_next(L, -2) !== 0) {
      const isFunction = lua._lua_type(L, -1) === luaType.function && lua._lua_type(L, -2) === luaType.string
      if (isFunction) this.exported.set(readText(lua, L, -2), lua._luaL_ref(L, REGISTRY))
      else lua._lua_settop(L, -2)
    }
    lua._lua_settop(L, 0)
    return [...this.exported.keys()].sort()
  }

  call({ name, input, context, watch }: FunctionCall): CallResult {
    const { lua, L } = this
    const reference = this.exported.get(name)
    if (reference === undefined) throw new PluginFailure(`no function ${name} is exported`)
    try {
      lua._lua_rawgeti(L, REGISTRY, BigInt(this.invoke))
      lua._lua_rawgeti(L, REGISTRY, BigInt(reference))
      for (const argument of [input, context, watch]) pushValue(lua, L, argument)
      this.run(4, 2)
      const watched = lua._lua_toboolean(L, -1) !== 0
      lua._lua_settop(L, -2)
      return { value: this.result(name), watched }
    } finally {
      lua._lua_settop(L, 0)
    }
  }

  /** Gives the memory back. */
  close(): void {
    this.lua._lua_close(this.L)
    for (const pointer of this.pointers) this.lua.removeFunction(pointer)
  }

  private result(name: string): unknown {
    try {
      return readValue(this.lua, this.L)
    } catch (error) {
      if (error instanceof ValueError) throw new PluginFailure(`${name} ${error.message}`, { cause: error })
      throw error
    }
  }

  private openLibraries(): void {
    const { lua, L } = this
    lua._luaopen_base(L)
    for (const [name, open] of [
      ['table', lua._luaopen_table],
      ['string', lua._luaopen_string],
      ['math', lua._luaopen_math],
      ['utf8', lua._luaopen_utf8],
    ] as const) {
      open(L)
      withText(lua, name, (pointer) => lua._lua_setglobal(L, pointer))
    }
    lua._lua_settop(L, 0)
  }

  private runPrelude(permissions: readonly string[]): number {
    const { lua, L } = this
    this.compile(prelude, '=host')
    pushValue(lua, L, Object.fromEntries(permissions.map((permission) => [permission, true])))
    lua._lua_pushcclosure(L, this.pointerTo(this.handlePrint, 'ii'), 0)
    this.run(2, 1)
    return lua._luaL_ref(L, REGISTRY)
  }

  private compile(source: string, chunkName: string): void {
    const { lua, L } = this
    const status = withText(lua, source, (buffer, size) =>
      withText(lua, chunkName, (name) =>
        withText(lua, 't', (mode) => lua._luaL_loadbufferx(L, buffer, size, name, mode)),
      ),
    )
    if (status !== 0) throw this.failure()
  }

  /** Calls what is on the stack. Memory is limited only here: what the host pushes is bounded by the host. */
  private run(args: number, results: number): void {
    this.instructions = 0
    this.printed = 0
    this.deadline = performance.now() + limits.timeMs
    this.limited = true
    const status = this.lua._lua_pcallk(this.L, args, results, 0, 0, 0)
    this.limited = false
    // What filled the memory is still there: nothing could run in this state again.
    if (status === OUT_OF_MEMORY) throw new LimitError(`used more than ${limits.memoryBytes} bytes of memory`)
    if (status !== 0) throw this.failure()
  }

  /** The error on top of the stack: text, or a table with a message. */
  private failure(): PluginFailure {
    const { lua, L } = this
    if (lua._lua_type(L, -1) === luaType.table) {
      const { message } = this.result('error') as { message?: unknown }
      return new PluginFailure(typeof message === 'string' ? message : 'failed with a table that has no message')
    }
    const isText = lua._lua_type(L, -1) === luaType.string
    return new PluginFailure(isText ? readText(lua, L, -1) : 'failed without a message')
  }

  private readonly handleCount = (): undefined => {
    this.instructions += HOOK_EVERY
    if (this.instructions > limits.instructions)
      throw new LimitError(`used more than ${limits.instructions} instructions`)
    if (performance.now() > this.deadline) throw new LimitError(`took longer than ${limits.timeMs} ms`)
  }

  private readonly handlePrint = (L: Address): number => {
    if (this.printed++ < limits.printLines) this.onPrint(readText(this.lua, L, 1).slice(0, limits.printChars))
    return 0
  }

  private readonly allocate = (_data: number, pointer: number, oldSize: number, newSize: number): number => {
    const before = pointer === 0 ? 0 : oldSize
    if (newSize === 0) {
      this.memory -= before
      this.lua._free(pointer)
      return 0
    }
    const after = this.memory + newSize - before
    if (this.limited && newSize > before && after > limits.memoryBytes) return 0
    const moved = this.lua._realloc(pointer, newSize)
    if (moved !== 0) this.memory = after
    return moved
  }

  private pointerTo(call: (...args: number[]) => number | undefined, signature: string): number {
    const pointer = this.lua.addFunction(call, signature)
    this.pointers.push(pointer)
    return pointer
  }
}
