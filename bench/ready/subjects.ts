import { fixtures } from './fixtures.js'
import type { Subject } from './moment.js'
import { programs } from './programs.js'
import { shells } from './shells.js'

export const subjects: readonly Subject[] = [...shells, ...programs, ...fixtures]
