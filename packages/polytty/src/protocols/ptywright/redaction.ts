/** The redaction params that reads share, and the redactor they ask for. */
import { z } from 'zod'
import { Redactor } from '../../redaction/redactor.js'

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

/** A secret that begins before the part that is shown is still found if it is no longer than this. */
const MARGIN_CHARS = 8192

/** The end of a text, redacted before it is cut: half a secret does not look like one. */
export function redactTail(text: string, chars: number, redactor: Redactor | null): string {
  const longer = text.slice(-chars - MARGIN_CHARS)
  return (redactor?.redact(longer) ?? longer).slice(-chars)
}
