/** The other files here are of other runners. */
export default { testMatch: '*.playwright.spec.mjs' }
