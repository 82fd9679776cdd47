local M = {}
function M.classify() while true do pcall(function() while true do end end) end end
function M.say() return { actions = {} } end
function M.wait_turn_matcher() return ptywright.matcher.all({}) end
function M.endless() return string.rep('', 1e15) end
function M.predicate() error('token=hidden') end
return M
