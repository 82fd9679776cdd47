/** The own runner: what its test files import, and what `polytty test` calls. */
export { expect } from '../expect.js'
export { profileNames } from '../profiles.js'
export { afterAll, afterEach, beforeAll, beforeEach, describe, test } from './define.js'
export { runTests, type TestFlags } from './run.js'
