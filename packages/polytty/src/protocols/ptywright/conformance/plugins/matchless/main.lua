return {
  describe = function() return { intents = {}, states = { { name = 'one', colour = 'red' } }, extra = 'kept' } end,
}
