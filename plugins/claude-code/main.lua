-- Claude Code's terminal interface. Dialogs are recognised by what they are made of: options numbered from one, a mark
-- at the chosen one, a question above, nothing but hints below. Words only tell kinds of dialog apart, and any of
-- several will do, since they change from version to version.
local action, matcher = ptywright.action, ptywright.matcher
local M = {}

local TURN = 'turn_start' -- the transcript's marker where the last prompt was sent

-- Reading the screen ------------------------------------------------------------------------------------------------

local marks = { ['❯'] = true, ['>'] = true, ['›'] = true, ['▶'] = true, ['→'] = true, ['●'] = true }

-- Searching back from the end takes time in proportion; anchored patterns at the end do not.
local function trim_end(text)
  if text == '' or text:byte(-1) > 32 then return text end
  return text:match('.*%S') or ''
end

local function trim(text)
  return trim_end(text:match('^%s*(.*)$'))
end

-- A line without the frame around it.
local function unframe(line)
  local inner = trim_end(line)
  if inner:sub(-3) == '│' then inner = trim_end(inner:sub(1, -4)) end
  return (inner:gsub('^%s*│', ''))
end

-- A line that is drawn, not written.
local function is_rule(line)
  if not line:find('^%s*\226') then return false end
  local drawn = line:find('─', 1, true) or line:find('━', 1, true) or line:find('╌', 1, true)
  return drawn ~= nil and not line:find('[%w%p]')
end

-- The lines of a screen as they are, and without frames; and how long the longest drawn one is.
local function lines_of(screen)
  local lines = { raw = {}, widest = 0 }
  local from = 1
  repeat
    local to = screen:find('\n', from, true)
    local line = screen:sub(from, (to or 0) - 1)
    lines.raw[#lines.raw + 1] = line
    lines[#lines + 1] = unframe(line)
    if is_rule(line) then lines.widest = math.max(lines.widest, #line) end
    from = to and to + 1
  until not to
  return lines
end

-- The upper edge of a whole panel, not of something framed inside it, which is shorter.
local function is_edge(lines, at)
  local raw = lines.raw[at]
  return is_rule(raw) and not raw:find('╌', 1, true) and #raw >= lines.widest
end

local function is_blank(line)
  return not line:find('%S') or is_rule(line)
end

local function contains_any(text, words)
  for _, word in ipairs(words) do
    if text:find(word, 1, true) then return word end
  end
end

-- `❯ 2. Label` as index, label, whether it is the chosen one.
local function read_option(line)
  if not line:find('^[^%w]*%d%d?[%.%)]%s') then return nil end
  local mark, rest = '', trim(line)
  for glyph in pairs(marks) do
    if rest:sub(1, #glyph) == glyph then
      mark, rest = glyph, trim(rest:sub(#glyph + 1))
      break
    end
  end
  local index, label = rest:match('^(%d%d?)[%.%)]%s+(.+)$')
  if index then return tonumber(index), label, mark ~= '' end
end

-- The input line of the main screen: a mark at the very left with nothing numbered behind it.
local function read_prompt(line)
  local rest = line:match('^%s?❯(.*)$') or line:match('^%s?>(.*)$')
  if not rest or read_option(line) then return nil end
  -- The space behind the mark may be one that does not break.
  if rest == '' or rest:find('^%s') or rest:find('^\194\160') then return trim((rest:gsub('\194\160', ' '))) end
end

local function fnv(text)
  local hash = 0x811c9dc5
  for index = 1, #text do hash = ((hash ~ text:byte(index)) * 0x01000193) & 0xffffffff end
  return string.format('%08x', hash)
end

-- The lowest run of options that counts up from one, or nil.
local function find_options(lines)
  local last = #lines
  while last > 0 do
    local options, first, lowest, expected = {}, nil, nil, nil
    for at = last, 1, -1 do
      local index, label, chosen = read_option(lines[at])
      if index and (expected == nil or index == expected) then
        table.insert(options, 1, { index = index, label = label, selected = chosen })
        lowest, first, expected = lowest or at, at, index - 1
        if index == 1 then break end
      elseif index or (first and first - at > 4) then
        break
      end
    end
    if not first then return nil end
    local chosen = 0
    for _, option in ipairs(options) do chosen = chosen + (option.selected and 1 or 0) end
    if #options >= 2 and options[1].index == 1 and chosen == 1 then return options, first, lowest end
    last = first - 1
  end
end

-- What stands above the options: the question next to them, and the rest up to the panel's edge.
local function read_above(lines, first)
  local question, above, gap = nil, {}, 0
  for at = first - 1, math.max(1, first - 80), -1 do
    local line = trim(lines[at])
    if is_edge(lines, at) then break end
    if is_blank(line) then
      gap = gap + 1
      if gap > 3 then break end
    else
      gap = 0
      if not question then question = line else table.insert(above, 1, trim(unframe(line))) end
    end
  end
  return question or '', above
end

local kinds = {
  { name = 'trust', words = { 'trust' } },
  { name = 'login', words = { 'login method', 'log in', 'sign in', 'api key' } },
  { name = 'enter_plan_mode', words = { 'enter plan mode', 'switch to plan mode' } },
  { name = 'plan', words = { "'s plan", 'the plan', 'this plan', 'ready to code' } },
  { name = 'model', words = { 'select model', 'choose model', 'select a model', 'choose a model' } },
}

local state_of = {
  trust = 'waiting_for_trust',
  login = 'waiting_for_login',
  enter_plan_mode = 'waiting_for_enter_plan_mode',
  plan = 'waiting_for_plan_approval',
  model = 'waiting_for_model_select',
  permission = 'waiting_for_permission',
  question = 'waiting_for_user_input',
}

local function starts_with(label, words)
  local lower = label:lower()
  for _, word in ipairs(words) do
    if lower == word or lower:find('^' .. word .. '[%s,%.]') then return true end
  end
  return false
end

-- Agreeing and refusing, whatever is asked: that makes a permission of it.
local function is_yes_or_no(options)
  local yes, no = false, false
  for _, option in ipairs(options) do
    yes = yes or starts_with(option.label, { 'yes', 'allow', 'accept', 'approve', 'proceed' })
    no = no or starts_with(option.label, { 'no', 'deny', 'reject', "don't" })
  end
  return yes and no
end

local function kind_of(question, above, options)
  -- A plan or a command may talk about anything: where yes or no is asked, the question, the title and a line that
  -- announces something decide.
  local heading = { question, above[1] or '' }
  if (above[2] or ''):find(':$') then heading[3] = above[2] end
  local asks = is_yes_or_no(options)
  for _, kind in ipairs(kinds) do
    local place = table.concat(asks and heading or above, '\n') .. '\n' .. question
    if kind.name == 'trust' then
      for _, option in ipairs(options) do place = place .. '\n' .. option.label end
    end
    if contains_any(place:lower(), kind.words) then return kind.name end
  end
  return asks and 'permission' or 'question'
end

local function read_dialog(lines)
  local options, first, lowest = find_options(lines)
  if not options then return nil end
  -- Below there may be hints and what belongs to the last option, but no line to type into.
  local below = 0
  for at = lowest + 1, #lines do
    if not is_blank(lines[at]) then below = below + 1 end
    if read_prompt(lines[at]) or below > 8 then return nil end
  end
  local question, above = read_above(lines, first)
  local kind = kind_of(question, above, options)
  local labels = {}
  for index, option in ipairs(options) do labels[index] = option.label end
  -- What is asked about makes a dialog another one; what a picker shows beside its options does not.
  local about = kind == 'model' and '' or table.concat(above, '\n')
  local id = fnv(table.concat({ kind, question, about, table.concat(labels, '\n') }, '\0'))
  return { id = id, kind = kind, question = question, above = above, options = options, labels = labels }
end

-- States -------------------------------------------------------------------------------------------------------------

local cached = nil -- the dialog that was last told to a client

local function state(name, confidence, evidence, metadata)
  return { state = name, confidence = confidence, evidence = evidence, metadata = metadata or {} }
end

local function describe_dialog(dialog)
  local shown = {
    dialog_id = dialog.id,
    dialog = { id = dialog.id, kind = dialog.kind, question = dialog.question, options = dialog.options },
  }
  if dialog.kind == 'permission' then
    local tool = dialog.above[1] or ''
    local summary = table.concat(dialog.above, '\n', 2)
    shown.permission = { tool = tool, summary = summary, options = dialog.labels, dialog_id = dialog.id }
  elseif dialog.kind == 'plan' then
    shown.plan = table.concat(dialog.above, '\n')
  end
  return state(state_of[dialog.kind], 0.95, dialog.question .. ' (' .. table.concat(dialog.labels, ' / ') .. ')', shown)
end

local spinners = { '✻', '✽', '✶', '✢', '✳', '✺', '∗', '·', '*' }

-- `✻ Thinking… (3s · esc to interrupt)`: a glyph that turns before a word that goes on, or the key that would stop it.
local function find_activity(screen, lines, said)
  if not contains_any(screen, { 'to interrupt', '…' }) then return nil end
  for at = #lines, said or 1, -1 do
    local line = lines[at]
    if line:find('to interrupt', 1, true) then return trim(line) end
    if line:find('…', 1, true) then
      local glyph = line:match('^%s*(%S+) %u%S*…')
      for _, spinner in ipairs(spinners) do
        if glyph == spinner then return trim(line) end
      end
    end
  end
end

-- The end of a turn: `✻ Brewed for 12s`, or the bill.
local function find_ending(lines)
  for at = #lines, 1, -1 do
    local line = lines[at]
    if line:find('^%s*✻ %S+ for %d') or line:find('Total cost:', 1, true) then return trim(line), at end
  end
end

-- The line to type into, which is framed or empty, and the lowest line that shows what was said before.
local function find_prompts(lines)
  local input, said
  for at = #lines, 1, -1 do
    local text = read_prompt(lines[at])
    local framed = lines.raw[at]:find('^%s*│') or (at > 1 and is_rule(lines.raw[at - 1]))
    if text and not input and (framed or text == '') then input = at
    elseif text and text ~= '' and not said then said = at end
  end
  return input, said
end

local error_kinds = {
  { 'rate_limit', { '429', 'rate limit', 'rate_limit', 'overloaded', '529' } },
  { 'quota', { 'usage limit', 'limit reached', 'credit balance', 'quota', 'hit your limit' } },
  { 'auth', { '401', '403', 'invalid api key', 'authentication', 'oauth', '/login' } },
  { 'connection', { 'connection', 'network', 'econn', 'timed out', 'timeout', 'fetch failed', 'enotfound' } },
}

local function find_error(screen, lines, from)
  if not contains_any(screen:lower(), { 'error', 'limit' }) then return nil end
  for at = #lines, from, -1 do
    local lower = lines[at]:lower()
    local line = (lower:find('error', 1, true) or lower:find('limit', 1, true)) and trim(lines[at]) or ''
    line = line:gsub('^[\194-\244][\128-\191]+%s+', '')
    lower = line:lower()
    if lower:find('^%a* ?error[:%s%(]') or lower:find('^%a+ usage limit') or lower:find('limit reached') then
      local kind = lower:find('api', 1, true) and 'api' or 'unknown'
      for _, entry in ipairs(error_kinds) do
        if contains_any(lower, entry[2]) then kind = entry[1] break end
      end
      local retry = lower:match('retry%D+(%d+)%s*s')
      return { kind = kind, message = line, retry_after_s = tonumber(retry) }
    end
  end
end

-- Screens that are neither the conversation nor a dialog, and have no line to type into.
local function find_panel(screen, lines)
  local lower = screen:lower()
  if contains_any(lower, { 'save and close editor', 'close the editor', 'waiting for editor' }) then
    return state('waiting_for_external_editor', 0.9, 'an editor is open')
  end
  local url = screen:match('https://[%w%.%-]+%.%a+[^%s│]*')
  if contains_any(lower, { 'paste code', 'sign in', 'log in to', 'login successful', 'browser to authenticate' })
    and (url or lower:find('login', 1, true)) then
    return state('waiting_for_login', 0.9, 'asks to sign in', { login = { url = url } })
  end
  if lower:find('press enter to continue', 1, true) then
    return state('local_ui_screen', 0.8, 'a panel waits for Enter: dismiss_welcome goes on', { panel = 'welcome' })
  end
  if lower:find('%d+%% used') then
    local usage = {}
    for _, line in ipairs(lines) do
      if line:find('%d+%% used') then usage[#usage + 1] = trim(line) end
    end
    return state('usage_screen', 0.9, usage[1] or 'usage', { usage = usage })
  end
  if lower:find('esc to %a+') then
    return state('local_ui_screen', 0.7, 'a panel that Escape leaves', { panel = 'other' })
  end
end

-- What the lines under the input say about how it works.
local function read_status(lines)
  local text = table.concat(lines, '\n', (find_prompts(lines) or #lines) + 1)
  local mode
  local lower = text:lower()
  for _, word in ipairs({ 'plan mode', 'accept edits', 'bypass permissions', 'auto mode' }) do
    if lower:find(word, 1, true) then mode = word end
  end
  return { permission_mode = mode, model = text:match('%f[%a](%u%l+ %d[%d%.]*)%f[^%d%.]') }
end

-- The screen shows the end of a turn that began after what was last said.
local function is_over(input, lines)
  local ending, at = find_ending(lines)
  local _, said = find_prompts(lines)
  if not ending or (said and said > at) then return nil end
  local offset = input.marker_offsets and input.marker_offsets[TURN]
  if not offset then return ending end
  -- It was painted last, however much came before.
  local printed = input.transcript:sub(offset + 1):sub(-32768):gsub('\27%[[%d;?]*%a', '')
  return (printed:find('✻%s*%S+ for %d') or printed:find('Total cost:', 1, true)) and ending or nil
end

local function judge(input, lines)
  if input.process_exited then
    local message = 'the program has ended'
    return state('error', 1, message, { error = { kind = 'exited', message = message } })
  end
  local dialog = read_dialog(lines)
  if dialog then return describe_dialog(dialog), dialog end
  local prompt, said = find_prompts(lines)
  local activity = find_activity(input.screen, lines, said)
  local stable = (input.stable_ms or 0) >= (input.completed_turn_stable_ms or 300)
  if input.last_intent == 'cancelling' and (activity or not stable) then
    return state('cancelling', 0.8, activity or 'the screen still moves')
  end
  if activity then return state('thinking', 0.9, activity) end
  local panel = not prompt and find_panel(input.screen, lines)
  if panel then return panel end
  local failure = find_error(input.screen, lines, said or 1)
  if failure then return state('error', 0.8, failure.message, { error = failure }) end
  if not prompt then return state('starting', 0.5, 'nothing is there that I know') end
  local ending = is_over(input, lines)
  if input.last_intent == 'prompt_submitted' then
    if ending and stable then return state('completed_turn', 0.95, ending) end
    return state('waiting_for_user_input', 0.6, 'the prompt is there, the end of the turn is not')
  end
  if not stable then return state('waiting_for_user_input', 0.6, 'the prompt is there, the screen still moves') end
  return state('ready', 0.9, 'the prompt is there')
end

function M.classify(input)
  local lines = lines_of(input.screen)
  local found, dialog = judge(input, lines)
  cached = dialog
  found.metadata.status = read_status(lines)
  return found
end

-- Predicate: the turn is over, or goes no further without an answer.
function M.turn_over(input)
  local lines = lines_of(input.screen)
  local found = judge(input, lines)
  local name = found.state
  if name == 'thinking' or name == 'cancelling' or name == 'starting' then return false end
  if name == 'waiting_for_user_input' and not found.metadata.dialog then
    -- Without a turn of ours, a prompt is all there is to wait for.
    if input.markers[TURN] and not is_over(input, lines) then return false end
  elseif name == 'ready' and input.markers[TURN] and not is_over(input, lines) then
    return false
  end
  return { matched = true, evidence = found.evidence, capture = name }
end

-- Intents ------------------------------------------------------------------------------------------------------------

local function fail(message)
  error({ message = message })
end

-- The dialog on the screen, if it is the one that the client was told of.
local function current_dialog(params, context, kind)
  local dialog = read_dialog(lines_of(context.screen))
  if not dialog then fail('stale_dialog: no dialog is on the screen') end
  local known = params.dialog_id or (cached and cached.id)
  if not known then fail('stale_dialog: ask for the state first, to see what there is to answer') end
  if known ~= dialog.id then fail('stale_dialog: another dialog is on the screen by now: ' .. dialog.question) end
  if kind and dialog.kind ~= kind then fail('stale_dialog: the dialog on the screen is not about ' .. kind) end
  return dialog
end

-- Enter means yes in a dialog: what is typed for the prompt must not answer one.
local function refuse_dialog(context)
  local dialog = read_dialog(lines_of(context.screen))
  if dialog then fail('dialog_open: a dialog waits for an answer: ' .. dialog.question) end
end

local function press(...)
  local actions = {}
  for index, key in ipairs({ ... }) do actions[index] = action.key(key) end
  return actions
end

local function pasted(text)
  return { action.bracketed_paste(text), action.key('enter') }
end

function M.send_prompt(params, context)
  local prompt = params.prompt or ''
  if prompt == '' then return { actions = {} } end
  refuse_dialog(context)
  local actions = pasted(prompt)
  table.insert(actions, 1, action.mark_transcript(TURN))
  return { actions = actions, last_intent = 'prompt_submitted' }
end

function M.steer(params, context)
  local prompt = params.prompt or ''
  if prompt == '' then return { actions = {} } end
  refuse_dialog(context)
  return { actions = pasted(prompt) }
end

function M.approve(params, context)
  current_dialog(params, context)
  return { actions = press('enter') }
end

function M.deny(params, context)
  current_dialog(params, context)
  return { actions = press('escape') }
end

local function find_option(dialog, wanted)
  for _, option in ipairs(dialog.options) do
    if tostring(option.index) == wanted or option.label == wanted then return option end
  end
  for _, option in ipairs(dialog.options) do
    if option.label:lower():find(wanted:lower(), 1, true) then return option end
  end
end

function M.choose_option(params, context)
  local wanted = params.index or params.option
  if wanted == nil then fail('choose_option needs index or option') end
  local dialog = current_dialog(params, context)
  local option = find_option(dialog, tostring(wanted))
  if not option then fail('no option ' .. tostring(wanted) .. '; there is: ' .. table.concat(dialog.labels, ' / ')) end
  return { actions = { action.text(tostring(option.index)), action.key('enter') } }
end

function M.approve_trust(params, context)
  current_dialog(params, context, 'trust')
  return { actions = { action.text('1'), action.key('enter') } }
end

function M.deny_trust(params, context)
  current_dialog(params, context, 'trust')
  return { actions = { action.text('2'), action.key('enter') } }
end

function M.dismiss_welcome(_, context)
  refuse_dialog(context)
  return { actions = press('enter') }
end

function M.cancel()
  return { actions = press('escape'), last_intent = 'cancelling' }
end

function M.force_cancel()
  return { actions = press('escape', 'escape'), last_intent = 'cancelling' }
end

function M.expand()
  return { actions = press('ctrl_o') }
end

function M.model_effort_left()
  return { actions = press('left') }
end

function M.model_effort_right()
  return { actions = press('right') }
end

local names = { esc = 'escape', ['return'] = 'enter', del = 'delete', pgup = 'page_up', pgdn = 'page_down' }
local plain = 'enter escape tab shift_tab backspace delete space up down right left home end page_up page_down insert'
for name in plain:gmatch('%S+') do names[name] = name end
for index = 1, 12 do names['f' .. index] = 'f' .. index end
for letter in ('abcdefghijklmnopqrstuvwxyz'):gmatch('.') do names['ctrl_' .. letter] = 'ctrl_' .. letter end

function M.key(params)
  local key = params.key or ''
  local name = names[(key:lower():gsub('[%-%+]', '_'))]
  if name then return { actions = press(name) } end
  return { actions = key == '' and {} or { action.text(key) } }
end

function M.slash_command(params, context)
  local command = (params.command or params.name or ''):gsub('^/', '')
  if command == '' then return { actions = {} } end
  refuse_dialog(context)
  return { actions = pasted('/' .. command) }
end

function M.attach_file(params)
  local path = params.path or ''
  if path == '' or path:find('[\r\n]') then fail('attach_file needs a path of one line') end
  return { actions = { action.bracketed_paste(path) } }
end

function M.wait_turn_matcher(params)
  return matcher.all({
    matcher.any({ { type = 'lua', value = { plugin = 'claude-code', predicate = 'turn_over' } } }),
    matcher.screen_stable(params.completed_turn_stable_ms),
  })
end

function M.wait_cancel_settled_matcher()
  return matcher.screen_stable(300)
end

-- Description --------------------------------------------------------------------------------------------------------

local function entries(text)
  local list = {}
  for name, description in text:gmatch('%s*([%w_]+): ([^\n]+)') do
    list[#list + 1] = { name = name, description = description }
  end
  return list
end

local params_of = {
  send_prompt = { 'prompt' }, steer = { 'prompt' }, approve = { 'dialog_id' }, deny = { 'dialog_id' },
  choose_option = { 'index', 'option', 'dialog_id' }, approve_trust = { 'dialog_id' }, deny_trust = { 'dialog_id' },
  key = { 'key' }, slash_command = { 'command', 'name' }, attach_file = { 'path' },
}

function M.describe()
  local intents = entries([[
    send_prompt: Paste a prompt and press Enter: a turn begins.
    steer: Paste more for the turn that runs, and press Enter.
    approve: Press Enter: take the chosen option of the dialog on the screen.
    deny: Press Escape: leave the dialog on the screen.
    choose_option: Type the number of an option, given by index, number or label, and press Enter.
    cancel: Press Escape: stop the turn.
    force_cancel: Press Escape twice, for a tool in mid-flight.
    key: Press a key by name, or type text that is none.
    approve_trust: Type 1 and Enter in the dialog that asks whether to trust the folder.
    deny_trust: Type 2 and Enter in it.
    dismiss_welcome: Press Enter to leave the welcome panel.
    expand: Press Ctrl-O: expand or collapse what a tool did.
    model_effort_left: Press Left in the model picker.
    model_effort_right: Press Right in it.
    slash_command: Paste a slash command and press Enter; no turn begins.
    attach_file: Paste the path of a file, without Enter.]])
  for _, intent in ipairs(intents) do
    local properties = {}
    for _, name in ipairs(params_of[intent.name] or {}) do
      properties[name] = { type = name == 'index' and 'integer' or 'string' }
    end
    if next(properties) then intent.params_schema = { type = 'object', properties = properties } end
  end
  return {
    intents = intents,
    wait_matchers = entries([[
    wait_turn_matcher: The turn is over or needs an answer, and the screen stands still.
    wait_cancel_settled_matcher: The screen stands still.]]),
    states = entries([[
    starting: Nothing is there yet.
    ready: The prompt is there, no turn was begun.
    waiting_for_login: Asks to sign in.
    waiting_for_trust: Asks whether to trust the folder.
    waiting_for_model_select: The model picker is open.
    waiting_for_enter_plan_mode: Asks whether to begin with a plan.
    waiting_for_plan_approval: Asks whether to go on with a plan.
    waiting_for_permission: Asks whether it may use a tool.
    waiting_for_external_editor: An editor is open.
    usage_screen: Shows what was used.
    local_ui_screen: Another panel is open.
    waiting_for_user_input: The prompt or a question is there.
    thinking: A turn runs.
    cancelling: A turn is being stopped.
    completed_turn: The turn has ended.
    error: The last turn failed, or the program has ended.]]),
  }
end

return M
