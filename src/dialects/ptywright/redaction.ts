/** The redaction params that reads share, and the redactor they ask for. */
import { z } from 'zod'
import { Redactor } from '../../text/redact.js'

export { redactDeep } from '../../text/redact-deep.js'

export const redactionParams = {
  redact: z.boolean().nullish().describe('true if absent.'),
  redaction: z
    .object({
      enabled: z.boolean(),
      replacement: z.string(),
      extra_literals: z.array(z.string()).nullish(),
      extra_regexes: z.array(z.string()).nullish(),
    })
    .nullish()
    .describe('Further rules for this read.'),
}

const standard = new Redactor()

/** null where the caller asked for raw text. */
export function readRedactor({ redact, redaction }: z.output<z.ZodObject<typeof redactionParams>>): Redactor | null {
  if (redact === false) return null
  if (!redaction) return standard
  return new Redactor({
    replacement: redaction.replacement,
    literals: redaction.extra_literals ?? [],
    patterns: redaction.extra_regexes ?? [],
  })
}
