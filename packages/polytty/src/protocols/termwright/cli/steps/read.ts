/** Reading a step file: YAML or JSON, checked as a whole before anything runs, with errors that name line and step. */
import { readFileSync } from 'node:fs'
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import { CoreError } from '../../../../base/core-error.js'
import { type StepFile, stepFile } from './schema.js'

/** A file larger than this is not a step file. */
const MAX_BYTES = 10 * 1024 * 1024

export function readStepFile(path: string): StepFile {
  const text = readText(path)
  if (text.length > MAX_BYTES) throw bad(`${path}: larger than ${MAX_BYTES} bytes`)
  const lines = new LineCounter()
  // JSON is YAML too, so one reader serves both.
  const document = parseDocument(text, { lineCounter: lines, maxAliasCount: 100 } as Parameters<
    typeof parseDocument
  >[1])
  const [broken] = document.errors
  if (broken) throw bad(`${path}:${broken.linePos?.[0].line ?? 1}: ${broken.message.split('\n')[0]}`)
  const checked = stepFile.safeParse(toValue(path, document))
  if (checked.success) return checked.data
  const problems = checked.error.issues.slice(0, 10).map(({ path: at, message }) => {
    const line = lineOf(document, lines, at)
    const step = at[0] === 'steps' && typeof at[1] === 'number' ? ` step ${at[1] + 1}:` : ''
    const where = at.length > 0 ? ` ${at.map(String).join('.')}:` : ''
    return `${path}:${line}:${step}${where} ${message}`
  })
  throw bad(problems.join('\n'))
}

/** The document as plain data; one whose aliases multiply beyond reason is refused. */
function toValue(path: string, document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch (error) {
    throw bad(`${path}: ${error instanceof Error ? error.message : error}`)
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw bad(`cannot read ${path}: ${(error as NodeJS.ErrnoException).code}`)
  }
}

/** The line of the innermost part of the path that is in the file. */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length--) {
    const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 1
}

function bad(message: string): CoreError {
  return new CoreError('invalid-params', message)
}
