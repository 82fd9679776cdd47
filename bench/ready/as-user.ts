/**
 * Runs the corpus as another user: `tsx as-user.ts UID [name…]` (root only), with programs that are here. Prints what was
 * judged wrongly and how many moments there were, as JSON.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../scripts/programs.mjs'
import { faults, runSubject } from './run-subject.js'
import { subjects } from './subjects.js'

/** How many programs run at the same time. */
const AT_ONCE = 4

const [uid, ...names] = process.argv.slice(2)
process.setgroups?.([])
process.setgid?.(Number(uid))
process.setuid?.(Number(uid))
process.env.HOME = mkdtempSync(join(tmpdir(), 'polytty-corpus-'))
const wrong: string[] = []
let moments = 0
const left = subjects.filter(
  ({ name, needs }) => (names.length === 0 || names.includes(name)) && needs.every((one) => findProgram(one)),
)
const work = async (): Promise<void> => {
  for (let subject = left.shift(); subject; subject = left.shift()) {
    const { name } = subject
    const judged = await runSubject(subject).catch((error: unknown) => {
      wrong.push(`${name}: ${String(error)}`)
      return []
    })
    moments += judged.length
    wrong.push(...faults(judged).map((fault) => `${name}, ${fault}`))
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work))
rmSync(process.env.HOME, { recursive: true, force: true })
process.stdout.write(JSON.stringify({ moments, wrong }))
process.exit(0)
