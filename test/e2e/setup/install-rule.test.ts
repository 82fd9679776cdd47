/** When the set-up installs system packages by itself. */
import { expect, test } from 'vitest'
import { mayInstall } from '../../../scripts/programs.mjs'

const container = { env: {}, isRoot: true, hasAptGet: true, isTty: false }
const terminal = { ...container, isTty: true }

test.each([
  ['where no one is asked', container, true],
  ['at a terminal', terminal, false],
  ['at a terminal in CI', { ...terminal, env: { CI: 'true' } }, true],
  ['at a terminal, when reported to', { ...terminal, env: { POLYTTY_INSTALL: '1' } }, true],
  ['by an ordinary user', { ...container, isRoot: false }, false],
  ['by an ordinary user in CI', { ...container, isRoot: false, env: { CI: 'true' } }, false],
  ['without apt-get', { ...container, hasAptGet: false, env: { POLYTTY_INSTALL: '1' } }, false],
  ['where it is forbidden', { ...container, env: { POLYTTY_NO_INSTALL: '1' } }, false],
  [
    'where it is forbidden and asked for',
    { ...container, env: { POLYTTY_NO_INSTALL: '1', POLYTTY_INSTALL: '1', CI: 'true' } },
    false,
  ],
])('%s', (_, where, expected) => expect(mayInstall(where)).toBe(expected))
