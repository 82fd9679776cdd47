/** The other files here are of other runners. */
export default { test: { include: ['*.vitest.test.mjs'] } }
