-- Shows everything a plugin can do, with `cat` for a program.
local action, matcher = ptywright.action, ptywright.matcher
local M = {}
local calls = 0

function M.classify(input)
  calls = calls + 1
  return {
    state = input.process_exited and 'gone' or 'here',
    confidence = 0.5,
    evidence = 'call ' .. calls .. ' of ' .. input.screen,
    candidates = { { state = 'elsewhere', confidence = 0.1 } },
    metadata = { intent = input.last_intent, body = input.body_text, status = input.status_text },
    host_marks = { { label = 'classified' } },
  }
end

function M.say(params)
  return { actions = { action.text(params.text or ''), action.key('enter') }, last_intent = 'said' }
end

function M.forget() return { actions = {}, last_intent = '' } end
function M.nothing() return {} end
function M.mark() return { actions = { action.mark_transcript('here') } } end
function M.stop() return { actions = { action.kill() } } end
function M.fail() error('on purpose') end
function M.wrong() return { actions = { { type = 'dance' } } } end
function M.everything()
  return {
    actions = {
      action.paste('p'), action.bracketed_paste('b'), action.stream_text('st', { chunk_chars = 1, delay_ms = 0 }),
      action.key('enter'), action.signal('user2'),
    },
  }
end

function M.wait_turn_matcher(params)
  return matcher.contains_text(params.text or 'ready')
end

function M.wait_each_matcher()
  return matcher.all({
    matcher.screen_regex('(re)ady'),
    matcher.transcript_regex('rea.y'),
    matcher.transcript_contains('ready'),
    matcher.any({ matcher.contains_text('never'), matcher.screen_stable(1) }),
    { type = 'cursor_at', value = { row = 0, col = 32 } },
    { type = 'lua', value = { plugin = 'echo', predicate = 'shows', params = { text = 'ready' } } },
    matcher.all({}),
  })
end

function M.wait_exit_matcher() return matcher.process_exited() end
function M.wait_never_matcher() return matcher.any({}) end
function M.wait_wrong_matcher() return 'soon' end

-- Predicates
function M.shows(input)
  local at = input.screen:find(input.params.text, 1, true)
  return { matched = at ~= nil, evidence = 'shown', capture = { at = at } }
end

function M.quiet(input) return input.stable_ms >= (input.params.ms or 50) end
function M.ended(input) return input.process_exited end
function M.marked(input) return input.markers.here ~= nil and input.cursor >= input.markers.here end
function M.printed_after(input)
  return input.transcript:sub(input.marker_offsets.here + 1) == input.params.text
end

function M.remembers() return calls > 0 end
function M.odd() return 'yes' end

return M
