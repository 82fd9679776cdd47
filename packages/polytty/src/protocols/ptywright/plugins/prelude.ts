/**
 * The Lua that runs before a plugin: takes away what could reach or stop the host, and builds the `ptywright` table
 * from the plugin's permissions. It returns how the host calls an exported function.
 */
export const prelude = `
local permissions, print_line = ...
local rawsetmetatable, rawload, rawget, rawset, type, error = setmetatable, load, rawget, rawset, type, error
local tostring, pairs, next, select, concat = tostring, pairs, next, select, table.concat

-- Finalizers run where no hook can stop them.
function setmetatable(value, metatable)
  if type(metatable) == 'table' and rawget(metatable, '__gc') ~= nil then
    error('__gc is not available to plugins', 2)
  end
  return rawsetmetatable(value, metatable)
end

-- Bytecode is not checked by Lua and can break its machine.
function load(chunk, name, _, ...)
  if select('#', ...) > 0 then return rawload(chunk, name, 't', (...)) end
  return rawload(chunk, name, 't')
end

function print(...)
  local words = {}
  for index = 1, select('#', ...) do words[index] = tostring((select(index, ...))) end
  print_line(concat(words, '\\t'))
end

collectgarbage, dofile, loadfile, require, string.dump, warn = nil, nil, nil, nil, nil, nil

local action, matcher = {}, {}
local function with_value(kind)
  return function(value) return { type = kind, value = value } end
end
local function plain(kind)
  return function() return { type = kind } end
end
if permissions['input.write'] then
  for _, kind in pairs({ 'text', 'paste', 'bracketed_paste', 'key' }) do action[kind] = with_value(kind) end
  action.interrupt, action.eof = plain('interrupt'), plain('eof')
  function action.stream_text(text, options)
    local more = options or {}
    return { type = 'stream_text', value = { text = text, chunk_chars = more.chunk_chars, delay_ms = more.delay_ms } }
  end
  function action.mark_transcript(label, cursor)
    return { type = 'mark_transcript', value = { label = label, cursor = cursor } }
  end
end
if permissions['session.kill'] then
  action.kill, action.signal = plain('kill'), with_value('signal')
end
if permissions['matcher.wait'] then
  for _, kind in pairs({ 'contains_text', 'screen_regex', 'transcript_contains', 'transcript_regex', 'any', 'all' }) do
    matcher[kind] = with_value(kind)
  end
  function matcher.screen_stable(min_ms) return { type = 'screen_stable', value = { min_ms = min_ms } } end
  matcher.process_exited = plain('process_exited')
end
ptywright = { action = next(action) and action or nil, matcher = next(matcher) and matcher or nil }

-- Calls with an input of which one member may be handed out on demand: the host wants to know whether it mattered.
return function(exported, input, context, watched)
  if not watched then return exported(input, context), false end
  local value, seen = input[watched], false
  input[watched] = nil
  rawsetmetatable(input, {
    __index = function(_, name)
      if name == watched then seen = true return value end
    end,
    __pairs = function(all)
      seen = true
      rawset(all, watched, value)
      return next, all, nil
    end,
  })
  local result = exported(input)
  return result, seen
end
`
