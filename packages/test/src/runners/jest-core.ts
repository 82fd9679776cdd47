/** What the entry for Jest takes from the kit; Jest's own modules are CommonJS, so this is loaded past them. */
export { expect } from '../expect.js'
export { profileNames } from '../profiles.js'
export { runnerMatchers } from './matchers.js'
export { leavingLines, runTest, updateModeOf } from './run-test.js'
export { Scopes } from './scopes.js'
