-- Any shell as an adapter. Shells mark their prompts and commands with OSC 133 (A before a prompt, B after it, C
-- before a command's output, D with its exit status); where a shell does not, the shape of its last line decides.
local action, matcher = ptywright.action, ptywright.matcher
local M = {}

-- The transcript's markers: where the last command was typed, and the last answer to a program that asked. A command
-- that was typed before there was a prompt says behind how many others it is: `run+2`.
local RUN, SENT = 'run', 'sent'
local MOST_BEHIND = 9

local MARK = '\27]133;'

local function last_line(screen)
  local last = ''
  for line in screen:gmatch('[^\n]+') do
    if line:find('%S') then last = line end
  end
  return (last:gsub('%s+$', ''))
end

local function looks_like_prompt(line)
  return line:find('[%$#%%>]$') ~= nil or line:sub(-3) == '❯' or line:sub(-3) == '➜'
end

-- A program that asks: `Name:`, `Continue? [y/N]`, `Really?`, a second prompt.
local function looks_like_question(line)
  return line:find('[:%?>]$') ~= nil or line:find('[%?:].*[%]%)]$') ~= nil
end

-- What the marks say: the last letter, the last exit status, and what was printed after the last prompt. The
-- transcript may be long, so it is searched for plain text only.
local function read_marks(text)
  local last, status, prompt
  local at = text:find(MARK, 1, true)
  while at do
    at = at + #MARK
    last = text:sub(at, at)
    if last == 'D' then status = tonumber(text:match('^D;(%d+)', at)) or status end
    if last == 'B' then prompt = text:find('[\7\27]', at) end
    at = text:find(MARK, at, true)
  end
  return { last = last, status = status, typed = prompt and text:sub(prompt + 1) or '' }
end

-- How many prompts were printed, up to as many as matter.
local function count_prompts(text, most)
  local at = 1
  for count = 0, most - 1 do
    local from = text:find(MARK .. 'A', at, true)
    at = from and text:find(MARK .. 'B', from, true)
    if not at then return count end
  end
  return most
end

-- What was printed since a marker; and whether that is all of it, for of a long transcript only the end is kept.
local function since(input, label)
  if not input.markers[label] then return nil end
  local offset = input.marker_offsets[label]
  return input.transcript:sub((offset or 0) + 1), offset ~= nil
end

local function run_label(behind)
  return behind == 0 and RUN or RUN .. '+' .. behind
end

-- What was printed since the last command was typed, and how many prompts mean that it is done.
local function since_run(input)
  local last, place, prompts
  for behind = 0, MOST_BEHIND do
    local at = input.markers[run_label(behind)]
    if at and (not place or at >= place) then last, place, prompts = run_label(behind), at, behind + 1 end
  end
  if not last then return nil end
  local printed, complete = since(input, last)
  return printed, complete and prompts or 1
end

-- How many prompts are still to come.
local function count_missing(input, marks)
  local printed, prompts = since_run(input)
  local missing = printed and prompts - count_prompts(printed, prompts) or 0
  if missing > 0 then return missing end
  if marks.last == 'C' or marks.last == 'D' or marks.last == 'A' then return 1 end
  -- Some shells have no mark for the start of a command; the line that was typed ends with a new line all the same.
  return marks.typed:find('\n', 1, true) and 1 or 0
end

local function state(name, confidence, evidence, metadata)
  return { state = name, confidence = confidence, evidence = evidence, metadata = metadata }
end

-- A program asks, and has not been answered yet.
local function is_asking(input, line)
  return since(input, SENT) ~= '' and looks_like_question(line)
end

local function judge(input)
  if input.process_exited then return state('failed', 1, 'the shell has ended') end
  local line = last_line(input.screen)
  local marks = read_marks(input.transcript)
  if not marks.last then
    if line ~= '' and looks_like_prompt(line) then return state('ready', 0.6, 'the last line looks like a prompt') end
    if is_asking(input, line) then return state('waiting_for_input', 0.5, 'the last line asks: ' .. line) end
    return state('running', 0.5, 'no prompt is on the screen')
  end
  if count_missing(input, marks) > 0 then
    local quiet = (input.stable_ms or 0) >= 150
    if quiet and is_asking(input, line) then return state('waiting_for_input', 0.7, 'the last line asks: ' .. line) end
    return state('running', 0.9, 'a command is running')
  end
  if marks.status and marks.status ~= 0 then
    return state('failed', 1, 'the last command ended with ' .. marks.status, { exit_status = marks.status })
  end
  return state('ready', 1, 'the prompt is there', { exit_status = marks.status })
end

function M.classify(input)
  return judge(input)
end

-- Predicate: the command is done, or asks something, or the shell has gone.
function M.turn_over(input)
  local found = judge(input)
  if found.state == 'running' then return false end
  local printed = since_run(input)
  -- Without marks, an old prompt must not pass for a new one: something must have been printed, and come to rest.
  if printed and not input.transcript:find(MARK, 1, true) then
    if not printed:find('\n', 1, true) or input.stable_ms < 200 then return false end
  end
  return { matched = true, evidence = found.evidence, capture = found.state }
end

function M.run(params, context)
  local found = judge(context).state
  local ready = found == 'ready' or found == 'failed'
  local behind = ready and 0 or math.max(1, count_missing(context, read_marks(context.transcript)))
  -- A prompt may come before the text is typed: it counts, as what was seen here is where counting begins.
  local mark = action.mark_transcript(run_label(math.min(behind, MOST_BEHIND)), context.cursor)
  return {
    actions = { mark, action.text(params.command or ''), action.key('enter') },
    last_intent = 'command_sent',
  }
end

function M.interrupt()
  return { actions = { action.mark_transcript(RUN), action.interrupt() }, last_intent = 'interrupted' }
end

function M.send(params)
  local actions = { action.mark_transcript(SENT), action.text(params.text or '') }
  if params.enter ~= false then actions[3] = action.key('enter') end
  return { actions = actions }
end

function M.wait_turn_matcher()
  return { type = 'lua', value = { plugin = 'shell', predicate = 'turn_over' } }
end

function M.wait_settled_matcher(params)
  return matcher.screen_stable(params.min_ms or params.completed_turn_stable_ms)
end

function M.wait_exit_matcher()
  return matcher.process_exited()
end

function M.describe()
  local text = { type = 'string' }
  return {
    intents = {
      {
        name = 'run',
        description = 'Type a command and press Enter.',
        params_schema = { type = 'object', properties = { command = text }, required = { 'command' } },
      },
      {
        name = 'send',
        description = 'Type an answer to a program that asks; Enter follows unless enter is false.',
        params_schema = { type = 'object', properties = { text = text, enter = { type = 'boolean' } } },
      },
      { name = 'interrupt', description = 'Press Ctrl-C.' },
    },
    wait_matchers = {
      { name = 'wait_turn_matcher', description = 'The command is done, or asks something.' },
      { name = 'wait_settled_matcher', description = 'The screen has stood still for min_ms (300).' },
      { name = 'wait_exit_matcher', description = 'The shell has ended.' },
    },
    states = {
      { name = 'ready', description = 'The prompt is there; the last command, if any, succeeded.' },
      { name = 'running', description = 'A command runs, or the shell is still starting.' },
      { name = 'waiting_for_input', description = 'A command asks for something.' },
      { name = 'failed', description = 'The prompt is there and the last command failed, or the shell has ended.' },
    },
  }
end

return M
