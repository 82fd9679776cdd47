-- less(1) as an adapter: states `reading`, `at_end`, `searching` and `gone`; intents for turning pages and searching.
local action, matcher = ptywright.action, ptywright.matcher
local M = {}

local function last_line(screen)
  return screen:match('([^\n]*)$')
end

-- Called whenever someone asks what the program is doing. It sees the screen and says what it makes of it.
function M.classify(input)
  if input.process_exited then return { state = 'gone', evidence = 'less has ended' } end
  local line = last_line(input.screen)
  if line:find('^/') then return { state = 'searching', confidence = 0.9, evidence = line } end
  if line:find('(END)', 1, true) then return { state = 'at_end', confidence = 1, evidence = line } end
  local first, last, total = line:match('(%d+)%-(%d+) of (%d+)')
  if first then
    local place = { first = tonumber(first), last = tonumber(last), total = tonumber(total) }
    return { state = 'reading', confidence = 1, evidence = line, metadata = place }
  end
  return { state = 'reading', confidence = 0.3, evidence = 'no prompt that I know: ' .. line }
end

-- Intents turn what a client wants into input.
function M.next_page() return { actions = { action.key('space') }, last_intent = 'turned' } end
function M.previous_page() return { actions = { action.key('ctrl_b') }, last_intent = 'turned' } end
function M.quit() return { actions = { action.text('q') }, last_intent = 'quitting' } end

function M.search(params)
  if not params.text or params.text == '' then error({ message = 'search needs a text' }) end
  return { actions = { action.text('/' .. params.text), action.key('enter') }, last_intent = 'searched' }
end

-- Wait matchers say what to wait for after an intent.
function M.wait_turn_matcher(params)
  return matcher.all({
    matcher.screen_regex([[\(END\)|\d+-\d+ of \d+]]),
    matcher.screen_stable(params.min_ms or 200),
  })
end

function M.wait_exit_matcher() return matcher.process_exited() end

-- Predicates decide for themselves, in any wait: {"type":"lua","value":{"plugin":"pager","predicate":"shows_line", …}}.
function M.shows_line(input)
  local number = 0
  for line in input.screen:gmatch('[^\n]+') do
    number = number + 1
    if line == input.params.line then return { matched = true, evidence = 'row ' .. number, capture = number } end
  end
  return false
end

function M.describe()
  local text = { type = 'object', properties = { text = { type = 'string' } }, required = { 'text' } }
  return {
    intents = {
      { name = 'next_page', description = 'One page forward.' },
      { name = 'previous_page', description = 'One page back.' },
      { name = 'search', description = 'To the next line that contains a text.', params_schema = text },
      { name = 'quit', description = 'Leave.' },
    },
    wait_matchers = {
      { name = 'wait_turn_matcher', description = 'A page is there and stands still.' },
      { name = 'wait_exit_matcher', description = 'less has ended.' },
    },
    states = {
      { name = 'reading', description = 'There is more below.' },
      { name = 'at_end', description = 'The end is on the screen.' },
      { name = 'searching', description = 'A search is being typed.' },
      { name = 'gone', description = 'less has ended.' },
    },
  }
end

return M
