/** Params that several methods share. */
import { z } from 'zod'

export const size = z.number().int().min(1).max(1000)
export const pixels = z.number().int().min(0).max(65_535)

export const timeoutMs = z.number().min(0).max(86_400_000)
