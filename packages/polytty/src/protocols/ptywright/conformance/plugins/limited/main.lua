local M = {}
function M.classify()
  return { state = 'seen', evidence = tostring(ptywright.action) .. ' ' .. tostring(ptywright.matcher) }
end
return M
