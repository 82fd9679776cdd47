local M = {}
function M.classify() return { state = 'seen' } end
function M.stop() return { actions = { { type = 'kill' } } } end
return M
