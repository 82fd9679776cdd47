import type { Attack } from '../attack.js'
import { answers } from './answers.js'
import { patterns } from './patterns.js'
import { recordings } from './recordings.js'
import { strangers } from './strangers.js'

export const attacks: readonly Attack[] = [...strangers, ...answers, ...recordings, ...patterns]
