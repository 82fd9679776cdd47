-- Interpreters that show a prompt, take an expression and print its value: Python, Node, psql and their like. Which one
-- it is shows in the prompt itself.
local action, matcher = ptywright.action, ptywright.matcher
local M = {}

local EVAL = 'eval' -- the transcript's marker where the last expression was typed

-- A prompt alone on its line: ready for an expression, or for the rest of one.
local dialects = {
  {
    name = 'python',
    ready = '^>>>$',
    more = '^%.%.%.$',
    errors = { '^Traceback %(', '^%s*%w*Error: ', '^%w*Error$', '^KeyboardInterrupt' },
  },
  {
    name = 'psql',
    ready = '^[%w_%-%.]+=[#>]$',
    more = '^[%w_%-%.]+[%-%(\'"$%*][#>]$',
    errors = { '^ERROR: ', '^FATAL: ' },
  },
  { name = 'node', ready = '^>$', more = '^%.%.%.$', errors = { '^Uncaught ', '^Thrown:' } },
}

local function lines_of(text)
  local lines = {}
  for line in (text .. '\n'):gmatch('(.-)\n') do lines[#lines + 1] = (line:gsub('%s+$', '')) end
  while lines[#lines] == '' do lines[#lines] = nil end
  return lines
end

local function plain(text)
  return (text:gsub('\27%[[%d;?]*%a', ''):gsub('\r', ''))
end

local function since_eval(input)
  local offset = input.marker_offsets[EVAL]
  return offset and input.transcript:sub(offset + 1) or nil
end

-- Which interpreter this is: Python and Node share the prompt for more, so the last full prompt decides.
local function dialect_of(lines)
  for index = #lines, 1, -1 do
    for _, dialect in ipairs(dialects) do
      local word = lines[index]:match('^%S+') or ''
      if word:find(dialect.ready) then return dialect end
    end
  end
end

-- Errors stand at the end, however much was printed before.
local function first_error(dialect, text)
  for _, line in ipairs(lines_of(plain(text:sub(-16384)))) do
    for _, pattern in ipairs(dialect.errors) do
      if line:find(pattern) then return line end
    end
  end
end

local function state(name, confidence, evidence, dialect)
  local metadata = { language = dialect and dialect.name }
  return { state = name, confidence = confidence, evidence = evidence, metadata = metadata }
end

local function judge(input)
  if input.process_exited then return state('failed', 1, 'the interpreter has ended') end
  local lines = lines_of(input.screen)
  local last = lines[#lines] or ''
  local dialect = dialect_of(lines)
  if not dialect then return state('running', 0.5, 'no prompt is on the screen') end
  local since = since_eval(input)
  -- The prompt from before the expression is still there until its line has ended.
  if since and not since:find('\n', 1, true) then return state('running', 0.8, 'an expression was typed', dialect) end
  if last:find(dialect.more) then
    return state('waiting_for_input', 0.9, 'the expression is not complete', dialect)
  end
  if not last:find(dialect.ready) then return state('running', 0.8, 'no prompt is on the last line', dialect) end
  local failure = since and first_error(dialect, since)
  if failure then return state('failed', 0.9, failure, dialect) end
  return state('ready', 1, 'the prompt is there', dialect)
end

function M.classify(input)
  return judge(input)
end

-- Predicate: there is a prompt again, and nothing moves.
function M.turn_over(input)
  local found = judge(input)
  if found.state == 'running' or (input.stable_ms < 40 and not input.process_exited) then return false end
  return { matched = true, evidence = found.evidence, capture = found.state }
end

-- Expressions of several lines: an indented block ends with an empty line.
function M.eval(params)
  local code = (params.code or ''):gsub('\n+$', '')
  local last = code:match('([^\n]*)$')
  local ends = code:find('\n', 1, true) and last:find('^%s') and '\n\n' or '\n'
  return {
    actions = { action.mark_transcript(EVAL), action.text((code .. ends):gsub('\n', '\r')) },
    last_intent = 'expression_sent',
  }
end

function M.send(params)
  local actions = { action.text(params.text or '') }
  if params.enter ~= false then actions[2] = action.key('enter') end
  return { actions = actions }
end

function M.interrupt()
  return { actions = { action.mark_transcript(EVAL), action.interrupt() }, last_intent = 'interrupted' }
end

function M.quit()
  return { actions = { action.eof() }, last_intent = 'quitting' }
end

function M.wait_turn_matcher()
  return { type = 'lua', value = { plugin = 'repl', predicate = 'turn_over' } }
end

function M.wait_exit_matcher()
  return matcher.process_exited()
end

function M.describe()
  local text = { type = 'string' }
  return {
    intents = {
      {
        name = 'eval',
        description = 'Type an expression and press Enter.',
        params_schema = { type = 'object', properties = { code = text }, required = { 'code' } },
      },
      {
        name = 'send',
        description = 'Type text for a program that reads; Enter follows unless enter is false.',
        params_schema = { type = 'object', properties = { text = text, enter = { type = 'boolean' } } },
      },
      { name = 'interrupt', description = 'Press Ctrl-C.' },
      { name = 'quit', description = 'Press Ctrl-D, which ends the interpreter at an empty prompt.' },
    },
    wait_matchers = {
      { name = 'wait_turn_matcher', description = 'There is a prompt again.' },
      { name = 'wait_exit_matcher', description = 'The interpreter has ended.' },
    },
    states = {
      { name = 'ready', description = 'The prompt is there; the last expression, if any, gave no error.' },
      { name = 'running', description = 'An expression is evaluated, or the interpreter is still starting.' },
      { name = 'waiting_for_input', description = 'The prompt asks for the rest of an expression.' },
      { name = 'failed', description = 'The last expression gave an error, or the interpreter has ended.' },
    },
  }
end

return M
