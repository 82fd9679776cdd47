/** Params that several methods share. */

import { z } from 'zod'
import { MAX_CELLS, MAX_WAIT_MS } from '../../base/limits.js'

export const size = z.number().int().min(1).max(MAX_CELLS)
export const pixels = z.number().int().min(0).max(65_535)

export const timeoutMs = z.number().min(0).max(MAX_WAIT_MS)
