-- Claude Code's terminal interface. Dialogs are recognised by what they are made of: options numbered from one, a mark
-- at the chosen one, a question above, nothing but hints below. Words only distinguish kinds of dialog, and any of
-- several will do, since they change from version to version.
local action, matcher = ptywright.action, ptywright.matcher
local M = {}

-- The transcript's markers: where the last prompt was sent, and where its turn ended.
local TURN, TURN_END = 'turn_start', 'turn_end'

local function state(name, confidence, evidence, metadata)
  return { state = name, confidence = confidence, evidence = evidence, metadata = metadata or {} }
end

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

-- A line under or above the input that shows how the program is set up, such as `⏵⏵ auto mode on`.
local function is_status(line)
  return line:find('⏵⏵', 1, true) ~= nil
    or line:find('shift+tab to cycle', 1, true) ~= nil
    or line:find('? for shortcuts', 1, true) ~= nil
    or line:find('%S @ %S.*%[[^%]]+%]%s*$') ~= nil
    or line:find('%[%u%a+ %d[%d%.]*%]%s*$') ~= nil
end

-- The program's name at the top, alone or beside its picture, which is made of block glyphs.
local function is_banner(line)
  return line:find('^%s*Claude Code%s*$') ~= nil
    or line:find('^%s*Claude Code v%d') ~= nil
    or line:find('\226\150[\144-\159]') ~= nil
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

-- The lowest line that is neither blank nor the status bar.
local function last_content(lines)
  for at = #lines, 1, -1 do
    if not is_blank(lines[at]) and not is_status(lines[at]) then return at end
  end
  return 1
end

local function fnv(text)
  local hash = 0x811c9dc5
  for index = 1, #text do hash = ((hash ~ text:byte(index)) * 0x01000193) & 0xffffffff end
  return string.format('%08x', hash)
end

-- Dialogs --------------------------------------------------------------------------------------------------------------

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
    if is_edge(lines, at) or is_banner(line) then break end
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
  { name = 'plan', words = { "'s plan", 'the plan', 'this plan', 'ready to code', 'exit plan mode' } },
  { name = 'model', words = { 'select model', 'choose model', 'select a model', 'choose a model', 'switch to model' } },
  { name = 'panel', words = { 'select theme', 'resume conversation', 'mcp servers', 'installed plugins', 'limit options' } },
}

local state_of = {
  trust = 'waiting_for_trust',
  login = 'waiting_for_login',
  enter_plan_mode = 'waiting_for_enter_plan_mode',
  plan = 'waiting_for_plan_approval',
  model = 'waiting_for_model_select',
  permission = 'waiting_for_permission',
  panel = 'local_ui_screen',
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

-- Refusing ends the program: only a folder that is not trusted does that.
local function is_exit_offered(options)
  for _, option in ipairs(options) do
    if option.label:lower():find('^no, exit') then return true end
  end
  return false
end

local function kind_of(question, above, options)
  -- A plan or a command may talk about anything: where yes or no is asked, the question, the title, the choices of some
  -- kinds and a line that announces something decide.
  local heading = { question, above[1] or '' }
  if (above[2] or ''):find(':$') then heading[3] = above[2] end
  local asks = is_yes_or_no(options)
  local all = table.concat(above, '\n') .. '\n' .. question
  if is_exit_offered(options) and all:lower():find('trust', 1, true) then return 'trust' end
  for _, kind in ipairs(kinds) do
    local place = asks and table.concat(heading, '\n') or all
    if kind.name == 'trust' or kind.name == 'enter_plan_mode' then
      for _, option in ipairs(options) do place = place .. '\n' .. option.label end
    end
    if contains_any(place:lower(), kind.words) then return kind.name end
  end
  return asks and 'permission' or 'question'
end

-- Numbered options under a question.
local function read_numbered(lines)
  local options, first, lowest = find_options(lines)
  if not options then return nil end
  -- Below there may be hints and what belongs to the last option, but no line to type into.
  local below = 0
  for at = lowest + 1, #lines do
    if not is_blank(lines[at]) and not is_status(lines[at]) then below = below + 1 end
    if read_prompt(lines[at]) or below > 8 then return nil end
  end
  local question, above = read_above(lines, first)
  return { kind = kind_of(question, above, options), question = question, above = above, options = options }
end

-- `[Enter] Approve  [Esc] Deny`: keys instead of numbers.
local function read_keyed(lines)
  local at = last_content(lines)
  local yes, no = lines[at]:match('%[Enter%]%s*([%w%-]+).*%[Esc%]%s*([%w%-]+)')
  if not yes then return nil end
  local question, above = read_above(lines, at)
  local options = {
    { index = 1, label = yes, selected = true, key = 'enter' },
    { index = 2, label = no, selected = false, key = 'escape' },
  }
  return { kind = 'permission', question = question, above = above, options = options }
end

-- A numbered plan under its title, and a last line that asks to approve it, with nothing to choose from.
local function read_plan_question(lines)
  local at = last_content(lines)
  if not lines[at]:lower():find('approve.*plan') then return nil end
  local question, above = read_above(lines, at + 1)
  for index, title in ipairs(above) do
    if title:lower():find('^plan') and (above[index + 1] or ''):find('^1[%.%)]') then
      return { kind = 'plan', question = question, above = above, options = {} }
    end
  end
end

local function read_dialog(lines)
  local dialog = read_numbered(lines) or read_keyed(lines) or read_plan_question(lines)
  if not dialog then return nil end
  dialog.labels = {}
  for index, option in ipairs(dialog.options) do dialog.labels[index] = option.label end
  -- What is asked about makes a dialog another one; what a picker shows beside its options does not.
  local about = dialog.kind == 'model' and '' or table.concat(dialog.above, '\n')
  dialog.id = fnv(table.concat({ dialog.kind, dialog.question, about, table.concat(dialog.labels, '\n') }, '\0'))
  return dialog
end

-- `Allow Bash command: ls`, or the title over what is to be done: `Bash command`, `File edit`.
local function read_tool(dialog)
  local above = dialog.above
  for _, line in ipairs({ dialog.question, table.unpack(above) }) do
    local tool, summary = line:match('^[Aa]llow ([%w%-]+) %a+:%s*(.+)$')
    if tool then return tool, summary end
  end
  local title = above[1] or ''
  local summary = table.concat(above, '\n', 2)
  local named = title:match('^([%w%-]+) command$') or title:match('^([%w%-]+) tool$')
  if named then return named, summary end
  local _, words = title:gsub('%S+', '')
  if words > 3 or title:find('[^%a ]') then return title, summary end
  -- `File edit` is what the tool's own name, FileEdit, looks like to people.
  return (title:gsub('(%a)(%a*) ?', function(first, rest) return first:upper() .. rest end)), summary
end

-- The plan itself, without the title above it.
local function read_plan(above)
  for index, line in ipairs(above) do
    if line:lower():find('^plan') or line:find(':$') then return table.concat(above, '\n', index + 1) end
  end
  return table.concat(above, '\n')
end

-- The conversation -----------------------------------------------------------------------------------------------------

-- The line to type into, which is framed, empty or at the very bottom; the lowest line that shows what was said before;
-- and the lowest of those that began a turn, which a command such as /model does not.
local function find_prompts(lines)
  local bottom = last_content(lines)
  local input, said, asked
  for at = #lines, 1, -1 do
    local text = read_prompt(lines[at])
    local framed = lines.raw[at]:find('^%s*│') or (at > 1 and is_rule(lines.raw[at - 1]))
    if text and not input and (framed or text == '' or at == bottom) then
      input = at
    elseif text and text ~= '' then
      said = said or at
      if not asked and text:sub(1, 1) ~= '/' then asked = at end
    end
  end
  return input, said, asked
end

local spinners = {}
for glyph in ('✻ ✽ ✶ ✢ ✳ ✺ ✦ ⠋ ⠙ ⠹ ⠸ ⠼ ⠴ ⠦ ⠧ ⠇ ⠏'):gmatch('%S+') do spinners[glyph] = '%u[^…]*' end
-- These open lists too: a single word must follow.
for glyph in ('∗ · *'):gmatch('%S+') do spinners[glyph] = '%u%S*' end

-- `✻ Thinking… (3s · esc to interrupt)`: a glyph that turns before words that go on, the key that would stop it, or a
-- tool that is still at work: `⏺ Reading 2 files… (ctrl+o to expand)`.
local function is_activity(line)
  if line:find('to interrupt', 1, true) then return true end
  if not line:find('…', 1, true) then return false end
  if line:find('^%s*⏺.*…%s*%(ctrl%+o to expand%)%s*$') or line:find('^%s*●.*…%s*%(ctrl%+o to expand%)%s*$') then
    return true
  end
  local glyph, rest = line:match('^%s*(%S+) (.*)$')
  local words = spinners[glyph]
  return words ~= nil and (rest:find('^' .. words .. '…%s*$') or rest:find('^' .. words .. '…%s*%([^%)]*%)%s*$')) ~= nil
end

local function find_activity(screen, lines, said)
  if not contains_any(screen, { 'to interrupt', '…' }) then return nil end
  for at = #lines, said or 1, -1 do
    if is_activity(lines[at]) then return trim(lines[at]) end
  end
end

-- Something was said between two lines.
local function has_content(lines, from, to)
  for at = from, to do
    local line = lines[at]
    if not is_blank(line) and not is_activity(line) and not read_prompt(line) then return true end
  end
  return false
end

-- The end of a turn: `✻ Brewed for 12s` with nothing but the input below it, or the bill. The mark alone, right under
-- what was said, is a flicker.
local function find_ending(lines, input, asked)
  local last = true
  for at = input or #lines, 1, -1 do
    local line = lines[at]
    if line:find('^%s*Total cost:') then return trim(line), at end
    if last and line:find('^%s*✻ .+ for %d') then
      if not asked or asked > at or has_content(lines, asked + 1, at - 1) then return trim(line), at end
    end
    last = last and (is_blank(line) or is_status(line) or read_prompt(line) ~= nil)
  end
end

-- The screen shows the end of a turn that began after what was last said.
local function is_over(input, lines)
  local prompt, _, asked = find_prompts(lines)
  local ending, at = find_ending(lines, prompt, asked)
  if not ending or (asked and asked > at) then return nil end
  local offset = input.marker_offsets and input.marker_offsets[TURN]
  if not offset then return ending end
  -- It was painted last, however much came before.
  local printed = input.transcript:sub(offset + 1):sub(-32768):gsub('\27%[[%d;?]*%a', '')
  return (printed:find('✻%s*%S.- for %d') or printed:find('Total cost:', 1, true)) and ending or nil
end

-- Errors ---------------------------------------------------------------------------------------------------------------

-- What kind of failure a banner means, by its words.
local error_kinds = {
  { 'quota', { 'extra usage', 'credit balance', 'quota' } },
  { 'rate_limit', { '429', '529', 'rate limit', 'rate_limit', 'overloaded', ' limit', 'pro plan', 'max plan' } },
  { 'auth', { '401', '403', 'api key', 'authentication', 'unauthorized', 'oauth', '/login' } },
  { 'connection', { 'connect', 'network', 'econn', 'timed out', 'timeout', 'fetch failed', 'enotfound' } },
  { 'api', { 'api' } },
}

-- How banners begin: words that nothing but a mark may follow, and patterns.
local failures = {
  'request failed', 'connection error', 'connection issue', 'network error', 'invalid api key', 'authentication failed',
  'unauthorized', 'oauth failed', 'credit balance is too low', 'rate limit reached', '5-hour limit reached',
}
local failure_patterns = {
  '^error:', '^%a+ error:', '^api error', '^could not connect', "^you've reached your .*limit",
  "^you've hit your .*limit", "^you've used your %a+ plan", '^[%w%-]+ usage limit', '^[%w%-]+ limit reached',
}

local function is_error(lower)
  for _, words in ipairs(failures) do
    if lower:sub(1, #words) == words and not lower:find('^%s*%w', #words + 1) then return true end
  end
  for _, pattern in ipairs(failure_patterns) do
    if lower:find(pattern) then return true end
  end
  return false
end

-- The line of a banner without the glyph before it; nil if it is in the middle of something. An answer may talk about
-- errors: only what hangs under a tool, opens a paragraph, or names itself an error counts.
local function banner_at(lines, at)
  local line = trim(lines[at])
  local glyph, rest = line:match('^([\194-\244][\128-\191]+)[%s\194\160]+(.*)$')
  if glyph == '⎿' then return rest end
  if glyph then return rest:lower():find('^%a* ?error:') and rest or nil end
  local before = lines[at - 1]
  local opens = not before or is_blank(before) or is_banner(before) or read_prompt(before)
  return opens and line or nil
end

local function find_error(lines, from)
  for at = #lines, from, -1 do
    local line = not is_blank(lines[at]) and banner_at(lines, at)
    local lower = line and line:lower()
    if lower and is_error(lower) then
      local kind = 'unknown'
      for _, entry in ipairs(error_kinds) do
        if contains_any(lower, entry[2]) then kind = entry[1] break end
      end
      local hint = lower .. ' ' .. (lines[at + 1] or ''):lower()
      local retry = hint:match('retry%a* %a+ (%d+)%s*s') or hint:match('try again in (%d+)%s*s')
      return { kind = kind, message = line, retry_after_s = tonumber(retry) }
    end
  end
end

-- Panels ---------------------------------------------------------------------------------------------------------------

-- `1h 2m 3s` in seconds.
local function seconds(text)
  if not text then return nil end
  local total
  for number, unit in text:gmatch('([%d%.]+)([hms])') do
    total = (total or 0) + tonumber(number) * (unit == 'h' and 3600 or unit == 'm' and 60 or 1)
  end
  return total and math.type(total) == 'float' and total == math.floor(total) and math.tointeger(total) or total
end

local function number_in(text, pattern)
  return tonumber((text:match(pattern)))
end

-- The bill: what the session has cost so far.
local function read_bill(screen)
  if not screen:find('Total cost:', 1, true) then return nil end
  local added, removed = screen:match('Total code changes:%s*(%d+) lines? added, (%d+) lines? removed')
  local usage = screen:match('Usage:([^\n]*)') or ''
  return {
    cost_usd = number_in(screen, 'Total cost:%s*%$?([%d%.]+)'),
    api_duration_s = seconds(screen:match('Total duration %(API%):%s*([%d%.hms ]+)')),
    wall_duration_s = seconds(screen:match('Total duration %(wall%):%s*([%d%.hms ]+)')),
    input_tokens = number_in(usage, '(%d+) input'),
    output_tokens = number_in(usage, '(%d+) output'),
    cache_read_tokens = number_in(usage, '(%d+) cache read'),
    cache_write_tokens = number_in(usage, '(%d+) cache write'),
    lines_added = tonumber(added),
    lines_removed = tonumber(removed),
  }
end

-- How much of each limit is used, by the name above its bar; and what else is said of one.
local function read_limits(lines)
  local limits, name = {}, nil
  for at, line in ipairs(lines) do
    local text = trim(line)
    local used, resets = text:match('(%d+)%% used'), text:match('^[Rr]esets (.+)$')
    if (used or resets) and name then
      limits[name] = limits[name] or {}
      limits[name].percent_used = tonumber(used) or limits[name].percent_used
      limits[name].resets = resets or limits[name].resets
    elseif name and text ~= '' and trim(lines[at - 1] or ''):lower() == name then
      limits[name] = { status = text }
    elseif text:find('^%a[%w ]*%(?[%w ]*%)?$') then
      name = text:lower()
    end
  end
  return next(limits) and limits
end

local function read_usage(input, lines)
  local bill = read_bill(input.screen)
  if bill then return { usage = bill } end
  local limits = read_limits(lines)
  return limits and { usage = { limits = limits } } or {}
end

-- Screens that are neither the conversation nor a dialog, and have no line to type into.
local function find_panel(input, lines)
  local screen = input.screen
  local lower = screen:lower()
  if contains_any(lower, { 'save and close editor', 'close the editor', 'waiting for editor' }) then
    return state('waiting_for_external_editor', 0.9, 'an editor is open')
  end
  for _, line in ipairs(lines) do
    local rest = line:lower():match('^%s*waiting for permission(.*)$')
    if rest and not rest:find('%w') then
      return state('waiting_for_permission', 0.75, 'waits for a permission without showing what for')
    end
  end
  local url = screen:match('https://[%w%.%-]+%.%a+[^%s│]*')
  if contains_any(lower, { 'paste code', 'sign in', 'log in to', 'login successful', 'browser to authenticate' })
    and (url or lower:find('login', 1, true)) then
    return state('waiting_for_login', 0.9, 'asks to sign in', { login = { url = url } })
  end
  if lower:find('press enter to continue', 1, true) then
    return state('local_ui_screen', 0.8, 'a panel waits for Enter: dismiss_welcome goes on', { panel = 'welcome' })
  end
  if lower:find('%d+%% used') or lower:find('loading usage data', 1, true) then
    return state('usage_screen', 0.9, lower:match('[^\n]*%d+%% used') or 'usage', read_usage(input, lines))
  end
  if lower:find('esc to %a+') then
    return state('local_ui_screen', 0.7, 'a panel that Escape leaves', { panel = 'other' })
  end
end

-- The panel that greets, in a frame at the top: the first Enter only takes it away.
local function is_welcome(lines)
  for at = 1, #lines do
    if lines.raw[at]:find('^%s*│') and lines[at]:lower():find('welcome', 1, true) then return true end
  end
  return false
end

local modes = {
  { 'bypass permissions', 'bypass' }, { 'auto mode', 'auto' }, { 'plan mode', 'plan' }, { 'accept edits', 'accept edits' },
}

-- What the status bar says about how the program works: the lines under the input, and its own kind elsewhere.
local function read_status(lines)
  local bar = {}
  local input = find_prompts(lines) or #lines
  for at, line in ipairs(lines) do
    if at > input or is_status(line) then bar[#bar + 1] = line end
  end
  local text = table.concat(bar, '\n')
  local lower, mode, model = text:lower(), nil, nil
  for _, known in ipairs(modes) do
    if lower:find(known[1], 1, true) then mode = known[2] break end
  end
  for bracketed in text:gmatch('%[([^%]\n]+)%]') do model = trim(bracketed) end
  model = model or text:match('%f[%a](%u%l+ %d[%d%.]*)%f[^%d%.]')
  if mode or model then return { permission_mode = mode, model = model } end
end

-- States ---------------------------------------------------------------------------------------------------------------

local cached = nil -- the dialog that was last reported to a client

-- An empty list would be encoded as an object.
local function if_any(list)
  if #list > 0 then return list end
  return nil
end

local function describe_dialog(dialog)
  local options = {}
  for index, option in ipairs(dialog.options) do
    options[index] = { index = option.index, label = option.label, selected = option.selected }
  end
  local shown = {
    dialog_id = dialog.id,
    dialog = { id = dialog.id, kind = dialog.kind, question = dialog.question, options = if_any(options) },
  }
  local labels = if_any(dialog.labels)
  if dialog.kind == 'permission' then
    local tool, summary = read_tool(dialog)
    shown.permission = { tool = tool, summary = summary, options = labels, dialog_id = dialog.id }
  elseif dialog.kind == 'plan' then
    shown.plan, shown.options = read_plan(dialog.above), labels
  elseif dialog.kind == 'model' then
    shown.model_select = { options = labels }
  elseif dialog.kind == 'enter_plan_mode' then
    shown.enter_plan_mode = { options = labels }
  end
  return state(state_of[dialog.kind], 0.95, dialog.question .. ' (' .. table.concat(dialog.labels, ' / ') .. ')', shown)
end

-- A turn has ended: where it began and ended in the transcript is marked for whoever wants its text.
local function completed(input, ending, stable, metadata)
  local found = state('completed_turn', stable and 0.95 or 0.7, ending, metadata)
  local from, to = input.markers and input.markers[TURN], input.markers and input.markers[TURN_END]
  if not from then return found end
  if not to or to < from then
    to = input.cursor
    found.host_marks = { { label = TURN_END } }
  end
  found.metadata.transcript = { turn_start = from, turn_end = to }
  return found
end

-- Published clients look for the words `no screen evidence`, `no Claude Code-specific evidence` and `welcome screen
-- visible` in the evidence, to know that there is nothing to type into yet.
local function judge(input, lines)
  if input.process_exited then
    local message = 'the program has ended'
    return state('error', 1, message, { error = { kind = 'exited', message = message } })
  end
  if not input.screen:find('%S') then return state('starting', 0.35, 'no screen evidence: nothing is drawn yet') end
  local stable = (input.stable_ms or 0) >= (input.completed_turn_stable_ms or 300)
  local cancelling, submitted = input.last_intent == 'cancelling', input.last_intent == 'prompt_submitted'
  if cancelling and not stable then return state('cancelling', 0.8, 'the screen still moves') end
  local dialog = read_dialog(lines)
  if dialog then return describe_dialog(dialog), dialog end
  local prompt, said = find_prompts(lines)
  local activity = find_activity(input.screen, lines, said)
  if activity then return state(cancelling and 'cancelling' or 'thinking', 0.9, activity) end
  local ending = is_over(input, lines)
  local billed = ending and ending:find('^Total cost:')
  if billed and (submitted or not input.screen:find('%d+%% used')) then
    return completed(input, ending, stable, read_usage(input, lines))
  end
  local panel = not prompt and find_panel(input, lines)
  if panel then return panel end
  local failure = find_error(lines, said or 1)
  if failure then return state('error', 0.8, failure.message, { error = failure }) end
  if ending and (submitted or not prompt) then return completed(input, ending, stable) end
  if submitted then return state('thinking', 0.6, 'a turn was begun, and its end is not on the screen') end
  if not prompt then
    local evidence = 'no Claude Code-specific evidence on the screen'
    return stable and state('ready', 0.2, evidence) or state('starting', 0.2, evidence)
  end
  if not said and is_welcome(lines) then return state('starting', 0.7, 'welcome screen visible: dismiss_welcome goes on') end
  return state('waiting_for_user_input', stable and 0.9 or 0.65, 'the prompt is there')
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
  if name == 'thinking' or name == 'cancelling' or name == 'ready' then return false end
  if name == 'starting' and not found.evidence:find('^welcome') then return false end
  -- Without a turn of ours, a prompt is all there is to wait for.
  local idle = name == 'waiting_for_user_input' and not found.metadata.dialog
  if idle and input.markers[TURN] and not is_over(input, lines) then return false end
  return { matched = true, evidence = found.evidence, capture = name }
end

-- Intents ------------------------------------------------------------------------------------------------------------

local function fail(message)
  error({ message = message })
end

-- The dialog on the screen, if it is the one that was reported to the client.
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
  if prompt == '' then return { actions = {}, last_intent = '' } end
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
  local wanted = params.index or params.option or params.choice
  if wanted == nil then fail('choose_option needs index or option') end
  local dialog = current_dialog(params, context)
  local option = find_option(dialog, tostring(wanted))
  if not option then fail('no option ' .. tostring(wanted) .. '; available: ' .. table.concat(dialog.labels, ' / ')) end
  if option.key then return { actions = press(option.key) } end
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
  choose_option = { 'index', 'option', 'choice', 'dialog_id' }, approve_trust = { 'dialog_id' }, deny_trust = { 'dialog_id' },
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
    starting: Nothing is there yet, or the panel that greets: dismiss_welcome takes it away.
    ready: Something is there that looks like nothing known; the confidence is low.
    waiting_for_login: Asks to sign in.
    waiting_for_trust: Asks whether to trust the folder.
    waiting_for_model_select: The model picker is open.
    waiting_for_enter_plan_mode: Asks whether to begin with a plan.
    waiting_for_plan_approval: Asks whether to go on with a plan.
    waiting_for_permission: Asks whether it may use a tool.
    waiting_for_external_editor: An editor is open.
    usage_screen: Shows what was used.
    local_ui_screen: Another panel is open.
    waiting_for_user_input: The prompt is there and no turn runs, or a question is.
    thinking: A turn runs.
    cancelling: A turn is being stopped.
    completed_turn: The turn has ended.
    error: The last turn failed, or the program has ended.]]),
  }
end

return M
